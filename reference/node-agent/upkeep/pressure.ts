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

/** Measures the remaining amount of every resource that can become scarce. */
export async function measureResources(
  runtime: Runtime,
  rootDir: string,
): Promise<Readonly<Partial<Record<Signal, MeasuredResource>>>> {
  const measureDisk = (name: 'nodefs' | 'imagefs', directory: string | undefined) => {
    const diskSpace = directory === undefined ? undefined : spaceOf(directory)
    if (diskSpace === undefined) return {}
    return {
      [`${name}.available`]: { available: diskSpace.available, whole: diskSpace.capacity },
      [`${name}.inodesFree`]: { available: diskSpace.inodesFree, whole: diskSpace.inodes },
    }
  }
  const pids = { available: maxPids() - runningPids(), whole: maxPids() }
  return {
    'memory.available': { available: freemem(), whole: totalmem() },
    'pid.available': pids,
    ...measureDisk('nodefs', rootDir),
    ...measureDisk('imagefs', await runtime.imageDirectory()),
  }
}

function maxPids(): number {
  return Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8'))
}

function runningPids(): number {
  return Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
}
