import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import type { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import type { Subject } from './x509.ts'

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

/** What a certificate is issued for; what is left out is honest. */
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
  /** The sort of its key; default `ec`. */
  readonly keyType?: KeyType
}

/** An authority that issues certificates for servers and clients. */
export interface CertificateAuthority extends KeyPair {
  /** Makes a leaf certificate that chains to this authority; all of one sort of key have the same one. */
  issue(options: LeafOptions): KeyPair
  /**
   * Signs a certificate request (PKCS #10, PEM): its subject, its key and its subjectAltName stay as requested.
   * @throws Error if `request` is no certificate request, or for a usage that is not granted
   */
  sign(request: string, options: SigningOptions): string
}

/** What a signer decides about a certificate request; the request determines all else. */
export interface SigningOptions extends Pick<LeafOptions, 'notBefore' | 'notAfter'> {
  /** Usages in the words of a CertificateSigningRequest, such as `digital signature` and `client auth`. */
  readonly usages: readonly string[]
}

const hourMs = 3_600_000
// A clock that differs a little between machines must not refuse a fresh certificate.
const clockSlackMs = hourMs
const dayMs = 24 * hourMs

/** The sort of a key: P-256, or RSA with 2048 bits. */
export type KeyType = 'ec' | 'rsa'

/** Makes a certificate authority that signed itself, or that another one signed; it is valid from now on, or as it says. */
export async function createAuthority(
  commonName = 'orch-conformance CA',
  signedBy?: CertificateAuthority,
  keyType: KeyType = 'ec',
  times: Pick<LeafOptions, 'notBefore' | 'notAfter'> = {},
): Promise<CertificateAuthority> {
  // Loaded on first use: most commands need no certificate.
  const [x509, { readCertificateRequest }] = await Promise.all([import('./x509.ts'), import('./request.ts')])
  const keys = generateKeys(keyType)
  // A key of its own for each leaf would tell nobody anything, and make it twice as dear.
  const leafKeys = leafKeysOf(x509.publicKeyInfo)
  const publicKey = x509.publicKeyInfo(keys.publicKey)
  const subject = { commonName }
  const issuer = { subject, privateKey: keys.privateKey }
  const certificate = x509.signedCertificate(
    { subject, publicKey, ...validity(times), extensions: x509.authorityExtensions(publicKey) },
    signedBy === undefined ? issuer : issuerOf(signedBy),
  )
  const ofEveryLeaf = x509.leafExtensions(publicKey)
  const signed = (key: typeof publicKey, options: LeafOptions): string => {
    const { usage = 'server', hosts = ['localhost', '127.0.0.1'] } = options
    return x509.signedCertificate(
      {
        subject: options,
        publicKey: key,
        ...validity(options),
        extensions: [
          ...ofEveryLeaf,
          x509.signatureUsage(),
          x509.usageExtension(usage === 'both' ? ['server', 'client'] : [usage]),
          ...(hosts.length === 0 ? [] : [x509.hostsExtension(hosts)]),
        ],
      },
      issuer,
    )
  }
  return {
    certificate,
    key: pemOf(keys.privateKey),
    issue: (options) => {
      const leafKey = leafKeys(options.keyType ?? 'ec')
      return { certificate: signed(leafKey.publicKey, options), key: leafKey.pem }
    },
    sign: (request, options) => {
      const { subject: requested, publicKeyInfo, hosts } = readCertificateRequest(request)
      const extensions = [...ofEveryLeaf, ...x509.requestedUsages(options.usages), ...(hosts ? [hosts] : [])]
      const wanted = { subject: requested, publicKey: publicKeyInfo, ...validity(options), extensions }
      return x509.signedCertificate(wanted, issuer)
    },
  }
}

function issuerOf({ certificate, key }: CertificateAuthority): { subject: Subject; privateKey: KeyObject } {
  const commonName = new X509Certificate(certificate).subject.replace(/^CN=/, '')
  return { subject: { commonName }, privateKey: createPrivateKey(key) }
}

function validity(options: { notBefore?: Date; notAfter?: Date }) {
  const now = Date.now()
  return {
    notBefore: options.notBefore ?? new Date(now - clockSlackMs),
    notAfter: options.notAfter ?? new Date(now + dayMs),
  }
}

function generateKeys(keyType: KeyType): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return keyType === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

interface LeafKey {
  readonly publicKey: SubjectPublicKeyInfo
  readonly pem: string
}

/** The keys of leaves, each made on first use: an RSA key takes longer than all else here. */
function leafKeysOf(infoOf: (key: KeyObject) => SubjectPublicKeyInfo): (keyType: KeyType) => LeafKey {
  const made = new Map<string, LeafKey>()
  return (keyType) => {
    const known = made.get(keyType)
    if (known !== undefined) return known
    const { publicKey, privateKey } = generateKeys(keyType)
    const leafKey = { publicKey: infoOf(publicKey), pem: pemOf(privateKey) }
    made.set(keyType, leafKey)
    return leafKey
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}
