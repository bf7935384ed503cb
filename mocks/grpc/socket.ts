import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A path for a unix socket in a directory of its own, which only this user may enter. */
export interface SocketPath {
  readonly path: string
  /** Removes the directory, if it was made for this socket. */
  remove(): Promise<void>
}

/** The given path, or one in a new temporary directory; socket paths must stay short (107 bytes). */
export async function socketPath(name: string, given?: string): Promise<SocketPath> {
  if (given !== undefined) return { path: given, remove: async () => undefined }
  const directory = await mkdtemp(join(tmpdir(), `orch-${name}-`))
  return {
    path: join(directory, `${name}.sock`),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
