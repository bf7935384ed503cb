import type { X509Certificate } from 'node:crypto'
import type { LeafOptions } from '#harness/certificates/authority.ts'
import { currentCheck } from '#harness/check/context.ts'
import { handshake } from '#harness/client/handshake.ts'
import { credentials } from '#harness/programs/credentials.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import type { Storage } from '../../../shared/storage.ts'
import { minimal as accountFlags } from '../service-accounts/world.ts'
import { advertisedAddress, externalName } from './advertised.ts'
import { issued, portOf, type SharedServer, written } from './world.ts'

/** The flag of certificates for names. */
export const flag = '--tls-sni-cert-key'

/** A certificate of the list: the names in it, and the patterns behind it. */
interface Pair {
  readonly hosts: readonly string[]
  readonly patterns?: string
}

// Where two of them compete for a name, each of the two stands first once: it is not the order that decides.
const pairs = {
  'wildcard first': { hosts: ['none-1.example'], patterns: '*.first.example' },
  'exact second': { hosts: ['none-2.example'], patterns: 'one.first.example' },
  'exact first': { hosts: ['none-3.example'], patterns: 'one.second.example' },
  'wildcard second': { hosts: ['none-4.example'], patterns: '*.second.example,also.example' },
  'extracted first': { hosts: ['third.example', 'extracted.example', '*.wild.example'] },
  'explicit second': { hosts: ['none-5.example'], patterns: 'third.example' },
  'explicit first': { hosts: ['none-6.example'], patterns: 'fourth.example' },
  'extracted second': { hosts: ['fourth.example'] },
  address: { hosts: ['none-7.example'], patterns: '127.0.0.3' },
} as const satisfies Record<string, Pair>

/** One of the certificates, or the one of everybody else. */
export type Name = keyof typeof pairs | 'usual'

/** Writes the files of a pair, and gives the flag's value for it. */
export async function pairFlag(name: string, { hosts, patterns }: Pair): Promise<string> {
  // All of them are good for the harness's own requests too.
  const leaf: LeafOptions = { commonName: `of ${name}`, hosts: [...hosts, '127.0.0.1'] }
  const { certificate, key } = await issued(leaf)
  const file = name.replaceAll(' ', '-')
  const files = [await written(`${file}.crt`, certificate), await written(`${file}.key`, key)].join(',')
  return patterns === undefined ? files : `${files}:${patterns}`
}

/** A server with certificates for names, on all interfaces, that speaks the newest TLS only. */
export function namedServer(storage: () => Promise<Storage>): SharedServer {
  return sharedServer(async () => ({
    storage: await storage(),
    flags: {
      ...accountFlags,
      '--bind-address': '0.0.0.0',
      '--advertise-address': advertisedAddress,
      '--external-hostname': externalName,
      '--tls-min-version': 'VersionTLS13',
      [flag]: await Promise.all(Object.entries(pairs).map(([name, pair]) => pairFlag(name, pair))),
    },
  }))
}

/** Which of the certificates a client gets that asks for a name, or for none at an address. */
export async function servedTo(
  server: SharedServer,
  asks: { readonly servername?: string; readonly host?: string },
): Promise<string> {
  const seen = await handshake({ port: portOf(await server()), ...asks })
  if (!seen.agreed) return `no handshake: ${seen.how}`
  const { serving } = await credentials(currentCheck().dialect)
  const leaf = seen.chain[0]
  if (leaf?.toString() === serving.certificate) return 'usual'
  return nameIn(leaf)
}

const nameIn = (leaf: X509Certificate | undefined): string => leaf?.subject.replace(/^CN=of /, '') ?? ''
