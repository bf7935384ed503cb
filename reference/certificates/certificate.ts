import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_subjectAltName,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** Content of a certificate; times in milliseconds since 1970. */
export interface CertificateContent {
  readonly commonName: string
  readonly organizations?: readonly string[]
  readonly publicKey: KeyObject
  readonly fromMs: number
  readonly untilMs: number
  /** True if it may issue other certificates. */
  readonly isAuthority?: boolean
  /** DNS names and IP addresses of the subjectAltName. */
  readonly hosts?: readonly string[]
}

/** Issuer of a certificate, with an EC or RSA key. */
export interface Signer {
  readonly commonName: string
  readonly privateKey: KeyObject
}

const ecdsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
const rsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null })

/** Returns a certificate signed with SHA-256, in PEM. */
export function certificate(content: CertificateContent, signer: Signer): string {
  const { commonName, organizations = [], publicKey, fromMs, untilMs, hosts = [] } = content
  const extensions = [
    ...(content.isAuthority === true
      ? [extension(id_ce_basicConstraints, new BasicConstraints({ cA: true }), true)]
      : []),
    ...namesExtension(hosts),
  ]
  const algorithm = signer.privateKey.asymmetricKeyType === 'rsa' ? rsaWithSha256 : ecdsaWithSha256
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: arrayBufferOf(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    signature: algorithm,
    issuer: subjectName(signer.commonName, []),
    validity: new Validity({ notBefore: new Date(fromMs), notAfter: new Date(untilMs) }),
    subject: subjectName(commonName, organizations),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    ...(extensions.length === 0 ? {} : { extensions: new Extensions(extensions) }),
  })
  const signatureValue = arrayBufferOf(
    sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), signer.privateKey),
  )
  const signedCertificate = new Certificate({ tbsCertificate, signatureAlgorithm: algorithm, signatureValue })
  return new X509Certificate(Buffer.from(AsnConvert.serialize(signedCertificate))).toString()
}

/** Returns a subject with organizations and a common name. */
export function subjectName(commonName: string, organizations: readonly string[]): Name {
  const part = (type: string, utf8String: string) =>
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) }),
    ])
  return new Name([
    ...organizations.map((organization) => part('2.5.4.10', organization)),
    part('2.5.4.3', commonName),
  ])
}

/** Returns the subjectAltName of DNS names and IP addresses, or no extension if there are none. */
export function namesExtension(hosts: readonly string[]): Extension[] {
  const names = [...new Set(hosts)].map((host) =>
    isIP(host) === 0 ? new GeneralName({ dNSName: host }) : new GeneralName({ iPAddress: host }),
  )
  return names.length === 0 ? [] : [extension(id_ce_subjectAltName, new SubjectAlternativeName(names))]
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function arrayBufferOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer
}
