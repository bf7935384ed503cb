import { createPrivateKey, webcrypto } from 'node:crypto'

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
  issue(options: LeafOptions): Promise<KeyPair>
}

const hourMs = 3_600_000
// A clock that differs a little between machines must not refuse a fresh certificate.
const clockSlackMs = hourMs
const dayMs = 24 * hourMs
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const extendedUsages = { server: ['1.3.6.1.5.5.7.3.1'], client: ['1.3.6.1.5.5.7.3.2'] }

// Loaded on first use: the library costs over 100 ms, and most commands need no certificate.
async function x509() {
  await import('reflect-metadata')
  const library = await import('@peculiar/x509')
  library.cryptoProvider.set(webcrypto as never)
  return library
}

/** Makes a self-signed certificate authority. */
export async function createAuthority(commonName = 'orch-conformance CA'): Promise<CertificateAuthority> {
  const lib = await x509()
  const keys = await generateKeys()
  // A key of its own for each leaf would tell nobody anything, and make it twice as dear.
  const leafKeys = await generateKeys()
  const certificate = await lib.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm: algorithm,
    ...validity({}),
    extensions: [
      new lib.BasicConstraintsExtension(true, undefined, true),
      new lib.KeyUsagesExtension(lib.KeyUsageFlags.keyCertSign | lib.KeyUsageFlags.cRLSign, true),
      await lib.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const leafKey = await pemOf(leafKeys.privateKey)
  const ofEveryLeaf = [
    new lib.BasicConstraintsExtension(false, undefined, true),
    new lib.KeyUsagesExtension(lib.KeyUsageFlags.digitalSignature, true),
    await lib.AuthorityKeyIdentifierExtension.create(keys.publicKey),
  ]
  return {
    certificate: certificate.toString('pem'),
    key: await pemOf(keys.privateKey),
    issue: async (options) => {
      const usage = options.usage ?? 'server'
      const purposes =
        usage === 'both' ? [...extendedUsages.server, ...extendedUsages.client] : extendedUsages[usage]
      const hosts = options.hosts ?? ['localhost', '127.0.0.1']
      const leaf = await lib.X509CertificateGenerator.create({
        subject: [{ CN: [options.commonName] }, ...(options.organizations ?? []).map((o) => ({ O: [o] }))],
        issuer: certificate.subject,
        publicKey: leafKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        ...validity(options),
        extensions: [
          ...ofEveryLeaf,
          new lib.ExtendedKeyUsageExtension(purposes),
          ...(hosts.length === 0 ? [] : [new lib.SubjectAlternativeNameExtension(hosts.map(generalName))]),
        ],
      })
      return { certificate: leaf.toString('pem'), key: leafKey }
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

function generalName(host: string): { type: 'ip' | 'dns'; value: string } {
  return { type: /^[\d.]+$|:/.test(host) ? 'ip' : 'dns', value: host }
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
}
