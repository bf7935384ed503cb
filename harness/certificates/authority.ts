import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import type { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import type { Subject } from './x509.ts'

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

/** Contents of a leaf certificate. Omitted fields get valid values. */
export interface LeafOptions {
  readonly commonName: string
  /** Organizations (O) of the subject. */
  readonly organizations?: readonly string[]
  /** DNS names and IP addresses of the subjectAltName; default `localhost` and `127.0.0.1`. */
  readonly hosts?: readonly string[]
  /** Allowed usage of the certificate; default `server`. */
  readonly usage?: 'server' | 'client' | 'both'
  readonly notBefore?: Date
  readonly notAfter?: Date
  /** Type of the key; default `ec`. */
  readonly keyType?: KeyType
}

/** An authority that issues certificates for servers and clients. */
export interface CertificateAuthority extends KeyPair {
  /** Creates a leaf certificate that chains to this authority. All leaves with one type of key share the key. */
  issue(options: LeafOptions): KeyPair
  /**
   * Signs a certificate request (PKCS #10, PEM). Its subject, key and subjectAltName stay as requested.
   * @throws Error if `request` is not a certificate request, or for a usage that is not granted
   */
  sign(request: string, options: SigningOptions): string
}

/** Fields of a certificate that the signer chooses. The request determines all others. */
export interface SigningOptions extends Pick<LeafOptions, 'notBefore' | 'notAfter'> {
  /** Usages as named in a CertificateSigningRequest, such as `digital signature` and `client auth`. */
  readonly usages: readonly string[]
}

const hourMs = 3_600_000
// Backdating of a new certificate, so that small clock differences between machines do not matter.
const clockSlackMs = hourMs
const dayMs = 24 * hourMs

/** Type of a key: P-256, or RSA with 2048 bits. */
export type KeyType = 'ec' | 'rsa'

/**
 * Creates a certificate authority, self-signed or signed by a parent. Its certificate is valid from now on unless the
 * options set other times.
 */
export async function createAuthority(
  commonName = 'orch-conformance CA',
  signedBy?: CertificateAuthority,
  keyType: KeyType = 'ec',
  times: Pick<LeafOptions, 'notBefore' | 'notAfter'> = {},
): Promise<CertificateAuthority> {
  // Loads the modules on first use, because most commands need no certificate.
  const [x509, { readCertificateRequest }] = await Promise.all([import('./x509.ts'), import('./request.ts')])
  const keys = generateKeys(keyType)
  // All leaves share a key, because a separate key for each would double the time to create a leaf.
  const leafKeys = leafKeysOf(x509.publicKeyInfo)
  const publicKey = x509.publicKeyInfo(keys.publicKey)
  const subject = { commonName }
  const issuer = { subject, privateKey: keys.privateKey }
  const certificate = x509.signCertificate(
    { subject, publicKey, ...validity(times), extensions: x509.authorityExtensions(publicKey) },
    signedBy === undefined ? issuer : issuerOf(signedBy),
  )
  const commonExtensions = x509.leafExtensions(publicKey)
  const signLeaf = (key: typeof publicKey, options: LeafOptions): string => {
    const { usage = 'server', hosts = ['localhost', '127.0.0.1'] } = options
    return x509.signCertificate(
      {
        subject: options,
        publicKey: key,
        ...validity(options),
        extensions: [
          ...commonExtensions,
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
      return { certificate: signLeaf(leafKey.publicKey, options), key: leafKey.pem }
    },
    sign: (request, options) => {
      const { subject: requested, publicKeyInfo, hosts } = readCertificateRequest(request)
      const extensions = [
        ...commonExtensions,
        ...x509.requestedUsages(options.usages),
        ...(hosts ? [hosts] : []),
      ]
      const leafRequest = { subject: requested, publicKey: publicKeyInfo, ...validity(options), extensions }
      return x509.signCertificate(leafRequest, issuer)
    },
  }
}

function issuerOf({ certificate, key }: CertificateAuthority): { subject: Subject; privateKey: KeyObject } {
  const commonName = new X509Certificate(certificate).subject.replace(/^CN=/, '')
  return { subject: { commonName }, privateKey: createPrivateKey(key) }
}

function validity(options: { notBefore?: Date; notAfter?: Date }) {
  const nowMs = Date.now()
  return {
    notBefore: options.notBefore ?? new Date(nowMs - clockSlackMs),
    notAfter: options.notAfter ?? new Date(nowMs + dayMs),
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

/**
 * Returns a function that creates the key of the leaves for a type on first use, because an RSA key takes
 * long to create.
 */
function leafKeysOf(infoOf: (key: KeyObject) => SubjectPublicKeyInfo): (keyType: KeyType) => LeafKey {
  const leafKeyByType = new Map<string, LeafKey>()
  return (keyType) => {
    const cachedKey = leafKeyByType.get(keyType)
    if (cachedKey !== undefined) return cachedKey
    const { publicKey, privateKey } = generateKeys(keyType)
    const leafKey = { publicKey: infoOf(publicKey), pem: pemOf(privateKey) }
    leafKeyByType.set(keyType, leafKey)
    return leafKey
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}
