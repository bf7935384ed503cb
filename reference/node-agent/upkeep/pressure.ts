import { readFileSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import type { Runtime } from '../runtime/runtime.ts'
import { spaceOf } from './disk.ts'
import type { Signal } from './thresholds.ts'

/** Available and total amount of a resource. */
export interface MeasuredResource {
  readonly available: number
  readonly whole: number
}

/** Measures what is left of every resource that can become scarce. */
export async function measureResources(
  runtime: Runtime,
  rootDir: string,
): Promise<Readonly<Partial<Record<Signal, MeasuredResource>>>> {
  const disk = (name: 'nodefs' | 'imagefs', directory: string | undefined) => {
    const space = directory === undefined ? undefined : spaceOf(directory)
    if (space === undefined) return {}
    return {
      [`${name}.available`]: { available: space.available, whole: space.capacity },
      [`${name}.inodesFree`]: { available: space.inodesFree, whole: space.inodes },
    }
  }
  const pids = { available: maxPids() - runningPids(), whole: maxPids() }
  return {
    'memory.available': { available: freemem(), whole: totalmem() },
    'pid.available': pids,
    ...disk('nodefs', rootDir),
    ...disk('imagefs', await runtime.imageDirectory()),
  }
}

function maxPids(): number {
  return Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8'))
}

function runningPids(): number {
  return Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
}
