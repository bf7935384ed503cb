import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary directory that is removed when this process ends, however it ends. */
export interface GuardedDirectory {
  readonly path: string
  remove(): Promise<void>
}

// The script ends when its standard input ends, that is with this process.
const script = 'trap "" INT TERM HUP; cat >/dev/null; rm -rf -- "$1"'

/** Makes a temporary directory, with a process that removes it even if this process is killed. */
export function guardedDirectory(prefix: string): GuardedDirectory {
  const path = join(tmpdir(), `${prefix}${randomBytes(6).toString('hex')}`)
  // The guard starts first, so that the directory is guarded from its first moment.
  const guard = spawn('sh', ['-c', script, 'sh', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  // Without a shell, only an orderly end removes the directory.
  const closed = new Promise<void>((resolve) => {
    guard.once('error', () => resolve())
    guard.once('close', () => resolve())
  })
  mkdirSync(path, { mode: 0o700 })
  guard.stdin.on('error', () => {})
  // Releases the pipe, because a pipe to a child also keeps this process alive.
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  guard.unref()
  return {
    path,
    remove: async () => {
      guard.ref()
      guard.stdin.destroy()
      rmSync(path, { recursive: true, force: true })
      await closed
    },
  }
}
