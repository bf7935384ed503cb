// Creates certificates from their ASN.1: a library for whole certificates takes twice as long to load, and three times
// as long to create a certificate, which is noticeable in a run with hundreds of certificates.
import { createHash, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** Allowed usage of a certificate. */
export type Usage = 'server' | 'client'

/** Subject of a certificate, as defined by RFC 5280. */
export interface Subject {
  readonly commonName: string
  /** Organizations (O) of the name. */
  readonly organizations?: readonly string[]
}

/** The fields that differ between certificates of the harness. */
export interface CertificateOptions {
  /** A `Name` is used unchanged: the subject of a certificate request. */
  readonly subject: Subject | Name
  readonly publicKey: SubjectPublicKeyInfo
  readonly notBefore: Date
  readonly notAfter: Date
  readonly extensions: readonly Extension[]
}

/** Issuer of a certificate: its name and its private key. */
export interface Issuer {
  readonly subject: Subject
  /** An EC or RSA key. */
  readonly privateKey: KeyObject
}

const commonNameOid = '2.5.4.3'
const organizationOid = '2.5.4.10'
const ecdsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
const rsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null })

/** Returns a certificate (PEM) that the issuer signs with its key and SHA-256. */
export function signCertificate(options: CertificateOptions, issuer: Issuer): string {
  const algorithm = issuer.privateKey.asymmetricKeyType === 'rsa' ? rsaWithSha256 : ecdsaWithSha256
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: nameOf(issuer.subject),
    validity: new Validity({ notBefore: options.notBefore, notAfter: options.notAfter }),
    subject: options.subject instanceof Name ? options.subject : nameOf(options.subject),
    subjectPublicKeyInfo: options.publicKey,
    extensions: new Extensions([...options.extensions]),
  })
  const signedBytes = AsnConvert.serialize(tbsCertificate)
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: toArrayBuffer(sign('sha256', Buffer.from(signedBytes), issuer.privateKey)),
  })
  // Keeps the signed bytes, because a second encoding could differ.
  certificate.tbsCertificateRaw = signedBytes
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString()
}

/** Returns a public key in the encoding of certificates. */
export function publicKeyInfo(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ format: 'der', type: 'spki' }), SubjectPublicKeyInfo)
}

/** Returns the extensions of a certificate authority. */
export function authorityExtensions(publicKey: SubjectPublicKeyInfo): Extension[] {
  return [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(publicKey))),
  ]
}

const keyUsages: Readonly<Record<string, number>> = {
  'digital signature': KeyUsageFlags.digitalSignature,
  'key encipherment': KeyUsageFlags.keyEncipherment,
  'data encipherment': KeyUsageFlags.dataEncipherment,
  'key agreement': KeyUsageFlags.keyAgreement,
}
const extendedUsages: Readonly<Record<string, Usage>> = { 'server auth': 'server', 'client auth': 'client' }

/**
 * Returns key usage and extended key usage for the usages of a CertificateSigningRequest.
 * @throws Error for a usage that this authority does not grant
 */
export function requestedUsages(usages: readonly string[]): Extension[] {
  const knownUsages = [...Object.keys(keyUsages), ...Object.keys(extendedUsages)]
  const unknownUsage = usages.find((usage) => !knownUsages.includes(usage))
  if (unknownUsage !== undefined)
    throw new Error(
      `The authority does not grant the usage ${unknownUsage}; it grants ${knownUsages.join(', ')}.`,
    )
  const usageBits = usages.reduce((all, usage) => all | (keyUsages[usage] ?? 0), 0)
  const purposes = usages.flatMap((usage) => extendedUsages[usage] ?? [])
  return [
    ...(usageBits === 0 ? [] : [extension(id_ce_keyUsage, new KeyUsage(usageBits), true)]),
    ...(purposes.length === 0 ? [] : [usageExtension(purposes)]),
  ]
}

/** Returns the extensions that all leaves of an authority share. */
export function leafExtensions(authority: SubjectPublicKeyInfo): Extension[] {
  const keyIdentifierOfIssuer = new KeyIdentifier(keyIdentifier(authority))
  return [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifierOfIssuer }),
    ),
  ]
}

/** Returns the key usage of the leaves that an authority issues without a request. */
export function signatureUsage(): Extension {
  return extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true)
}

/** Returns the extension for the extended key usage of servers or clients (RFC 5280 §4.2.1.12). */
export function usageExtension(usages: readonly Usage[]): Extension {
  const purposes = usages.map((usage) => (usage === 'server' ? id_kp_serverAuth : id_kp_clientAuth))
  return extension(id_ce_extKeyUsage, new ExtendedKeyUsage(purposes))
}

/** Returns the subjectAltName extension for DNS names and IP addresses. */
export function hostsExtension(hosts: readonly string[]): Extension {
  const names = hosts.map((host) =>
    /^[\d.]+$|:/.test(host) ? new GeneralName({ iPAddress: host }) : new GeneralName({ dNSName: host }),
  )
  return extension(id_ce_subjectAltName, new SubjectAlternativeName(names))
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function nameOf({ commonName: name, organizations = [] }: Subject): Name {
  return new Name([
    attribute(commonNameOid, name),
    ...organizations.map((one) => attribute(organizationOid, one)),
  ])
}

function attribute(type: string, utf8String: string): RelativeDistinguishedName {
  return new RelativeDistinguishedName([
    new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) }),
  ])
}

/** Returns the identifier of a key: the SHA-1 of its bits (RFC 5280, 4.2.1.2). */
function keyIdentifier({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer {
  return toArrayBuffer(createHash('sha1').update(Buffer.from(subjectPublicKey)).digest())
}

/** Returns a positive serial number of 16 octets, the first of which is not zero (RFC 5280, 4.1.2.2). */
function serialNumber(): ArrayBuffer {
  const serialBytes = randomBytes(16)
  serialBytes[0] = ((serialBytes[0] ?? 0) & 0x3f) | 0x40
  return toArrayBuffer(serialBytes)
}

function toArrayBuffer(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer
}
