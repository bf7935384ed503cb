import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.ts'

const authorityFlags = [
  'client-ca-file',
  'requestheader-client-ca-file',
  'etcd-cafile',
  'orchlet-certificate-authority',
  'authentication-config',
  'authentication-token-webhook-config-file',
  'authorization-config',
  'egress-selector-config-file',
] as const

/** Certificates of all CAs that flags name, directly or in a file. Only faults confuse them. */
export class NamedAuthorities {
  readonly #flags: FlagValues

  constructor(flags: FlagValues) {
    this.#flags = flags
  }

  /** Reports whether one of the CAs issued a certificate. */
  issued(der: Uint8Array): boolean {
    const certificate = new X509Certificate(der)
    return this.#allAuthorities().some(
      (root) => certificate.checkIssued(root) && certificate.verify(root.publicKey),
    )
  }

  #allAuthorities(): readonly X509Certificate[] {
    const files = authorityFlags.map((name) => this.#flags.string(name)).filter((file) => file !== undefined)
    const knownFiles = new Set<string>()
    return files.flatMap((file) => pemsIn(file, knownFiles)).map((pem) => new X509Certificate(pem))
  }
}

/** Returns the certificates in a file, plain or in base64, and in the files that it names. */
function pemsIn(file: string, knownFiles: Set<string>): readonly string[] {
  if (knownFiles.has(file) || !existsSync(file)) return []
  knownFiles.add(file)
  const text = readFileSync(file, 'utf8').replaceAll(String.raw`\n`, '\n')
  const encodedMatches = [...text.matchAll(/certificate-authority-data"?:\s*"?([\w+/=]+)/g)]
  const embeddedPems = encodedMatches.map(([, data = '']) => Buffer.from(data, 'base64').toString('utf8'))
  const referencedPems = [...text.matchAll(/\/[^\s"',]+\.(?:yaml|crt)/g)].flatMap(([path]) =>
    pemsIn(path, knownFiles),
  )
  const writtenPems = [text, ...embeddedPems].flatMap(
    (pem) => pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
  )
  return [...writtenPems.map((pem) => pem.replaceAll(/^\s+/gm, '')), ...referencedPems]
}
