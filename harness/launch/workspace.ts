import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../directory.ts'

// These are small files: handing each to another thread would cost more than to wait for it.

/** Where the run's temporary directories stand, in the environment of the workers. */
export const workspaceVariable = 'ORCH_CONFORMANCE_WORKSPACE'

/** Makes a fresh directory of mode 0700 for one subject; it goes with the run at the latest. */
export function makeWorkspace(name: string): string {
  return mkdtempSync(join(process.env[workspaceVariable] ?? tmpdir(), `${name}-`))
}

/** Writes a file that only its owner reads; directories above it are made. */
export function writePrivate(path: string, content: string | Uint8Array): void {
  makeDirectory(dirname(path), 0o700)
  writeFileSync(path, content, { mode: 0o600 })
}

/** Removes a directory with all that is in it; one that is gone already is fine. */
export function removeWorkspace(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
}
