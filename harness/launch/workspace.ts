import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where the run's temporary directories stand, in the environment of the workers. */
export const workspaceVariable = 'ORCH_CONFORMANCE_WORKSPACE'

/** Makes a fresh directory of mode 0700 for one subject; it goes with the run at the latest. */
export function makeWorkspace(name: string): Promise<string> {
  return mkdtemp(join(process.env[workspaceVariable] ?? tmpdir(), `${name}-`))
}

/** Writes a file that only its owner reads; directories above it are made. */
export async function writePrivate(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600 })
}

export async function removeWorkspace(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 })
}
