import type { X509Certificate } from 'node:crypto'
import type { LeafOptions } from '#harness/certificates/authority.ts'
import { currentCheck } from '#kit'
import { handshake } from '#kit/clients.ts'
import { credentials } from '#harness/programs/credentials.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import type { Storage } from '../../../shared/storage.ts'
import { minimalFlags as accountFlags } from '../service-accounts/fixture.ts'
import { advertisedAddress, externalName } from './advertised.ts'
import { issueServingPair, portOf, type SharedServer, writeServingFile } from './fixture.ts'

/** The flag for certificates by host name. */
export const flag = '--tls-sni-cert-key'

/** A certificate of the list: its host names, and the patterns of the flag. */
interface HostPair {
  readonly hosts: readonly string[]
  readonly patterns?: string
}

// Certificates by name. Each of two competing certificates is first once, so that the order does not decide.
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
} as const satisfies Record<string, HostPair>

/** Name of one of the certificates, or of the default certificate. */
export type CertificateName = keyof typeof pairs | 'usual'

/** Writes the files of a pair, and returns the value of the flag. */
export async function pairFlag(name: string, { hosts, patterns }: HostPair): Promise<string> {
  // The certificates are also valid for the address that the harness uses.
  const leafOptions: LeafOptions = { commonName: `of ${name}`, hosts: [...hosts, '127.0.0.1'] }
  const { certificate, key } = await issueServingPair(leafOptions)
  const file = name.replaceAll(' ', '-')
  const files = [
    await writeServingFile(`${file}.crt`, certificate),
    await writeServingFile(`${file}.key`, key),
  ].join(',')
  return patterns === undefined ? files : `${files}:${patterns}`
}

/** Declares a server with certificates by host name, on all interfaces, that accepts only the newest TLS version. */
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

/** Returns the certificate that a client receives for a server name, or at an address without a server name. */
export async function certificateServedTo(
  server: SharedServer,
  clientOptions: { readonly servername?: string; readonly host?: string },
): Promise<string> {
  const handshakeResult = await handshake({ port: portOf(await server()), ...clientOptions })
  if (!handshakeResult.agreed) return `no handshake: ${handshakeResult.how}`
  const { serving } = await credentials(currentCheck().dialect)
  const servedLeaf = handshakeResult.chain[0]
  if (servedLeaf?.toString() === serving.certificate) return 'usual'
  return certificateNameOf(servedLeaf)
}

const certificateNameOf = (leaf: X509Certificate | undefined): string =>
  leaf?.subject.replace(/^CN=of /, '') ?? ''
