import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HarnessError } from '../errors.ts'
import { makeCgroup, ownCgroup } from './cgroup.ts'
import { reaper, reaperCgroupVariable, reaperSocketVariable } from './client.ts'

/** A reaper of this process. */
export interface RunningReaper {
  /** Kills the remaining processes, removes the run's directory and ends the reaper. */
  finish(): Promise<void>
}

/**
 * Starts the reaper and passes its socket to this process and its children.
 * @param directory the run's temporary directory, removed at the end
 * @param discard a directory that is removed at once
 */
export async function startReaper(directory: string, discard?: string): Promise<RunningReaper> {
  const socketPath = join(directory, 'reaper.sock')
  const main = fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url),
  )
  process.env[reaperSocketVariable] = socketPath
  const around = ownCgroup()
  const cgroup = around === undefined ? undefined : makeCgroup(around, basename(directory))
  if (cgroup === undefined) delete process.env[reaperCgroupVariable]
  else process.env[reaperCgroupVariable] = cgroup
  // Detached, so that Ctrl+C in a terminal reaches the command and not its reaper.
  const child = spawn(
    process.execPath,
    [main, socketPath, directory, cgroup ?? '', ...(discard === undefined ? [] : [discard])],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new HarnessError('harness-fault', `The reaper process ended with code ${code}.`)),
    )
  })
  child.unref()
  return {
    finish: async () => {
      reaper.leave()
      // The caller waits for its end, so it must keep this process alive now.
      child.ref()
      child.stdin.end()
      await ended
    },
  }
}
