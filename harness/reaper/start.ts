import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentFault } from '../environment.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { makeCgroup, ownCgroup } from './cgroup.ts'
import { reaper, reaperCgroupVariable, reaperSocketVariable } from './client.ts'

/** A reaper of this process. */
export interface RunningReaper {
  /** Kills the remaining processes, removes the run's directory and ends the reaper. */
  finish(): Promise<void>
}

/** A reaper that starts, and the temporary directory of a run that it removes. */
export interface StartingReaper {
  readonly directory: string
  readonly running: Promise<RunningReaper>
}

/**
 * Starts the reaper and passes its socket to this process and its children. Then makes the run's temporary directory,
 * which is therefore removed at whatever moment this process ends.
 * @param discard a directory that is removed at once
 * @throws HarnessError `config-fault` if the directory cannot be made
 */
export function startReaper(discard?: string): StartingReaper {
  const directory = join(tmpdir(), `orch-conformance-${randomBytes(6).toString('hex')}`)
  const socketPath = join(directory, 'reaper.sock')
  const main = fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url),
  )
  const parentGroup = ownCgroup()
  const plannedCgroup = parentGroup === undefined ? '' : join(parentGroup, basename(directory))
  // Detached, so that Ctrl+C in a terminal reaches the command and not its reaper.
  const child = spawn(
    process.execPath,
    [main, socketPath, directory, plannedCgroup, ...(discard === undefined ? [] : [discard])],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
      // A reaper of another session kills the processes that have its socket.
      env: { ...process.env, [reaperSocketVariable]: undefined },
    },
  )
  child.stdin.on('error', () => {})
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const readiness = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new HarnessError('harness-fault', `The reaper process ended with code ${code}.`)),
    )
  })
  readiness.catch(() => {})
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (thrown) {
    child.stdin.end()
    child.unref()
    throw directoryFault(thrown)
  }
  const cgroup = parentGroup === undefined ? undefined : makeCgroup(parentGroup, basename(directory))
  process.env[reaperSocketVariable] = socketPath
  if (cgroup === undefined) delete process.env[reaperCgroupVariable]
  else process.env[reaperCgroupVariable] = cgroup
  child.stdin.write(`${cgroup ?? ''}\n`)
  const finish = async (): Promise<void> => {
    reaper.leave()
    // The caller waits for the end of the reaper, which must keep this process alive now.
    child.ref()
    child.stdin.end()
    await closed
  }
  const runningReaper = readiness.then(() => {
    child.unref()
    return { finish }
  })
  return { directory, running: runningReaper }
}

function directoryFault(thrown: unknown): HarnessError {
  const attemptText = `Could not make a directory in ${tmpdir()}, the directory that TMPDIR names`
  return (
    environmentFault(thrown, attemptText) ??
    new HarnessError(
      'config-fault',
      `${attemptText} (${messageOf(thrown)}). Set TMPDIR to a directory that exists.`,
      { cause: thrown },
    )
  )
}
