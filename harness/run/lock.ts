import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode, HarnessError } from '../errors.ts'
import { readJson } from '../input/json.ts'

/** Who holds a lock. */
interface Holder {
  readonly pid: number
  readonly host: string
  /** When the process began, as the system tells it: another process may get the number later. */
  readonly began: string
}

// A holder shows this often that it is alive; those of other machines can be asked no other way.
const shownEveryMs = 15_000
const goneAfterMs = 4 * shownEveryMs

/**
 * Takes a lock file for this process; one whose holder is gone is taken over. Returns what gives it back.
 * @throws HarnessError `config-fault` when another process holds it
 */
export function takeLock(file: string, what: string): () => void {
  const own: Holder = { pid: process.pid, host: hostname(), began: beganOf(process.pid) }
  const written = `${JSON.stringify(own)}\n`
  for (;;) {
    try {
      writeFileSync(file, written, { flag: 'wx' })
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
    // Of several that find it stale, one moves it away.
    const stale = `${file}.${process.pid}`
    try {
      renameSync(file, stale)
    } catch (thrown) {
      if (!hasCode(thrown, 'ENOENT')) throw thrown
    }
    rmSync(stale, { force: true })
  }
  const showing = setInterval(() => show(file), shownEveryMs)
  showing.unref()
  return () => {
    clearInterval(showing)
    if (holderOf(file)?.pid === own.pid) rmSync(file, { force: true })
  }
}

function show(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Somebody removed it by hand.
  }
}

function holderOf(file: string): Holder | undefined {
  try {
    const { pid, host, began } = readJson(file, 'lock') as Holder
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, began } : undefined
  } catch {
    // It is gone, or its writer died over it.
    return undefined
  }
}

function isAlive({ pid, host, began }: Holder, file: string): boolean {
  if (host !== hostname()) {
    const shownAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - shownAtMs < goneAfterMs
  }
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if (!hasCode(thrown, 'EPERM')) return false
  }
  return beganOf(pid) === began
}

/** When a process began, by the system's own count; nothing where it does not tell. */
function beganOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? ''
  } catch {
    return ''
  }
}
