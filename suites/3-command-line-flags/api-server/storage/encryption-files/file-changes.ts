import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { contentOf, writePrivate } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { encryptionFile } from '../../../../shared/encryption/configuration.ts'
import type { EncryptedServer } from '../../../../shared/encryption/servers.ts'

const name = 'encryption.yaml'

/** Rewrites the file in place. */
export async function change(server: EncryptedServer, entries: readonly object[]): Promise<void> {
  await writeAt(await server.server(), name, entries)
}

/** Replaces the file with another one. */
export async function replace(server: EncryptedServer, entries: readonly object[]): Promise<void> {
  const running = await server.server()
  await writeAt(running, 'next.yaml', entries)
  await rename(join(running.directory, 'next.yaml'), join(running.directory, name))
}

async function writeAt(running: ApiServer, as: string, entries: readonly object[]): Promise<void> {
  writePrivate(join(running.directory, as), contentOf(encryptionFile(entries), running.dialect))
}
