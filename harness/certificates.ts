import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

export interface LeafOptions {
  readonly commonName: string
  /** Each becomes an O of the subject. */
  readonly organizations?: readonly string[]
  /** DNS names and IP addresses of the subjectAltName; default `localhost` and `127.0.0.1`. */
  readonly hosts?: readonly string[]
  /** What the certificate is good for; default `server`. */
  readonly usage?: 'server' | 'client' | 'both'
  readonly notBefore?: Date
  readonly notAfter?: Date
}

export interface CertificateAuthority extends KeyPair {
  /** Makes a leaf certificate (EC P-256) that chains to this authority; all of them have the same key. */
  issue(options: LeafOptions): KeyPair
}

const hourMs = 3_600_000
// A clock that differs a little between machines must not refuse a fresh certificate.
const clockSlackMs = hourMs
const dayMs = 24 * hourMs

/** Makes a self-signed certificate authority. */
export async function createAuthority(commonName = 'orch-conformance CA'): Promise<CertificateAuthority> {
  // Loaded on first use: most commands need no certificate.
  const x509 = await import('./x509.ts')
  const keys = generateKeys()
  // A key of its own for each leaf would tell nobody anything, and make it twice as dear.
  const leafKeys = generateKeys()
  const publicKey = x509.publicKeyInfo(keys.publicKey)
  const leafPublicKey = x509.publicKeyInfo(leafKeys.publicKey)
  const subject = { commonName }
  const issuer = { subject, privateKey: keys.privateKey }
  const certificate = x509.signedCertificate(
    { subject, publicKey, ...validity({}), extensions: x509.authorityExtensions(publicKey) },
    issuer,
  )
  const leafKey = pemOf(leafKeys.privateKey)
  const ofEveryLeaf = x509.leafExtensions(publicKey)
  return {
    certificate,
    key: pemOf(keys.privateKey),
    issue: (options) => {
      const { usage = 'server', hosts = ['localhost', '127.0.0.1'] } = options
      const leaf = x509.signedCertificate(
        {
          subject: options,
          publicKey: leafPublicKey,
          ...validity(options),
          extensions: [
            ...ofEveryLeaf,
            x509.usageExtension(usage === 'both' ? ['server', 'client'] : [usage]),
            ...(hosts.length === 0 ? [] : [x509.hostsExtension(hosts)]),
          ],
        },
        issuer,
      )
      return { certificate: leaf, key: leafKey }
    },
  }
}

function validity(options: { notBefore?: Date; notAfter?: Date }) {
  const now = Date.now()
  return {
    notBefore: options.notBefore ?? new Date(now - clockSlackMs),
    notAfter: options.notAfter ?? new Date(now + dayMs),
  }
}

function generateKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}
