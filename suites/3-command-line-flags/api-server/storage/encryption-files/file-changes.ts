import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { contentOf, writePrivate } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { encryptionFile } from '../../../../shared/encryption/configuration.ts'
import type { EncryptedServer } from '../../../../shared/encryption/servers.ts'

const name = 'encryption.yaml'

/** Rewrites the encryption file of a server in place. */
export async function rewriteFile(server: EncryptedServer, entries: readonly object[]): Promise<void> {
  await writeConfiguration(await server.server(), name, entries)
}

/** Replaces the file of the server with a file that contains the entries. */
export async function replaceFile(server: EncryptedServer, entries: readonly object[]): Promise<void> {
  const apiServer = await server.server()
  await writeConfiguration(apiServer, 'next.yaml', entries)
  await rename(join(apiServer.directory, 'next.yaml'), join(apiServer.directory, name))
}

async function writeConfiguration(running: ApiServer, as: string, entries: readonly object[]): Promise<void> {
  writePrivate(join(running.directory, as), contentOf(encryptionFile(entries), running.dialect))
}
