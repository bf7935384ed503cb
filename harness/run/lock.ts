import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode, HarnessError } from '../errors.ts'
import { readJson } from '../input/json.ts'

/** Holder of a lock. */
interface Holder {
  readonly pid: number
  readonly host: string
  /** Start time of the process, as the system reports it: another process may get the same id later. */
  readonly began: string
}

// Interval at which a holder shows that it is alive, the only sign from holders on other machines.
const touchIntervalMs = 15_000
const staleAfterMs = 4 * touchIntervalMs

/**
 * Takes a lock file for this process. A lock whose holder is gone is replaced.
 * @returns a function that releases the lock
 * @throws HarnessError `config-fault` if another process holds the lock
 */
export function takeLock(file: string, what: string): () => void {
  const ownHolder: Holder = { pid: process.pid, host: hostname(), began: startTimeOf(process.pid) }
  const lockText = `${JSON.stringify(ownHolder)}\n`
  for (;;) {
    try {
      writeFileSync(file, lockText, { flag: 'wx' })
      break
    } catch (thrown) {
      if (!hasCode(thrown, 'EEXIST')) throw thrown
    }
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new HarnessError('config-fault', `${file} is a folder, and a lock is a file. Remove it.`)
    const holder = holderOf(file)
    if (holder !== undefined && isAlive(holder, file)) {
      throw new HarnessError(
        'config-fault',
        `${what} is in use by another run (process ${holder.pid} on ${holder.host}). Give another --out, or wait for that run; if it is gone, remove ${file}.`,
      )
    }
    // If several processes find the lock stale, one of them moves it away.
    const staleFile = `${file}.${process.pid}`
    try {
      renameSync(file, staleFile)
    } catch (thrown) {
      if (!hasCode(thrown, 'ENOENT')) throw thrown
    }
    rmSync(staleFile, { force: true })
  }
  const touchTimer = setInterval(() => touchLock(file), touchIntervalMs)
  touchTimer.unref()
  return () => {
    clearInterval(touchTimer)
    if (holderOf(file)?.pid === ownHolder.pid) rmSync(file, { force: true })
  }
}

function touchLock(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // A user removed the lock by hand.
  }
}

function holderOf(file: string): Holder | undefined {
  try {
    const { pid, host, began } = readJson(file, 'lock') as Holder
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, began } : undefined
  } catch {
    // The file is gone, or its writer died while writing.
    return undefined
  }
}

function isAlive({ pid, host, began }: Holder, file: string): boolean {
  if (host !== hostname()) {
    const shownAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - shownAtMs < staleAfterMs
  }
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if (!hasCode(thrown, 'EPERM')) return false
  }
  return startTimeOf(pid) === began
}

/** Returns the start time of a process, by the system's own count; undefined if the system does not report it. */
function startTimeOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? ''
  } catch {
    return ''
  }
}
