import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Path of a unix socket in a separate directory that only this user may enter. */
export interface SocketPath {
  readonly path: string
  /** Removes the directory if it was created for this socket. */
  remove(): Promise<void>
}

/** Returns the given path, or a path in a new temporary directory. Socket paths are limited to 107 bytes. */
export async function socketPath(name: string, path?: string): Promise<SocketPath> {
  if (path !== undefined) return { path, remove: async () => undefined }
  const directory = await mkdtemp(join(tmpdir(), `orch-${name}-`))
  return {
    path: join(directory, `${name}.sock`),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
