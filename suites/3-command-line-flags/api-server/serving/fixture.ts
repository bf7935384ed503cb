import { join } from 'node:path'
import type { KeyPair, LeafOptions } from '#harness/certificates/authority.ts'
import { currentCheck, shared } from '#kit'
import { file, type Flags, makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { credentials } from '#harness/programs/credentials.ts'

/** Starts the server that all checks of the file share, or returns it if it already runs. */
export type SharedServer = () => Promise<ApiServer>

/** Issues a certificate that every client of the harness trusts. */
export async function issueServingPair(options: LeafOptions): Promise<KeyPair> {
  const { authority } = await credentials(currentCheck().dialect)
  return authority.issue(options)
}

/** Returns the flags for a serving certificate. Its file can have further content after it. */
export function servingFlags({ certificate, key }: KeyPair, trailingContent = ''): Flags {
  return {
    '--tls-cert-file': file('serving.crt', certificate + trailingContent, { verbatim: true }),
    '--tls-private-key-file': file('serving.key', key, { verbatim: true }),
  }
}

/** Returns the port that a server listens on. */
export const portOf = ({ url }: ApiServer): number => Number(new URL(url).port)

const directory = shared(() => makeWorkspace('serving'), removeWorkspace)

/** Writes a file that is kept until the checks of this file end. */
export async function writeServingFile(name: string, content: string): Promise<string> {
  const path = join(await directory(), name)
  writePrivate(path, content)
  return path
}
