import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../directory.ts'

// Files of a workspace are small, so blocking reads and writes cost less than asynchronous ones.

/** Environment variable of the workers with the folder of the run's temporary directories. */
export const workspaceVariable = 'ORCH_CONFORMANCE_WORKSPACE'

/** Makes a fresh directory of mode 0700 for one subject, which is removed at the end of the run at the latest. */
export function makeWorkspace(name: string): string {
  return mkdtempSync(join(process.env[workspaceVariable] ?? tmpdir(), `${name}-`))
}

/** Writes a file that only its owner can read, and makes the directories above it. */
export function writePrivate(path: string, content: string | Uint8Array): void {
  makeDirectory(dirname(path), 0o700)
  writeFileSync(path, content, { mode: 0o600 })
}

/** Removes a directory with its content. A missing directory is not an error. */
export function removeWorkspace(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
}
