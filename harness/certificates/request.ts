import { createPublicKey, type KeyObject } from 'node:crypto'
import { Attributes, CertificationRequest } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  type Extension,
  Extensions,
  id_ce_subjectAltName,
  type Name,
  type SubjectPublicKeyInfo,
} from '@peculiar/asn1-x509'

/** Contents of a certificate signing request. */
export interface CertificateRequest {
  readonly publicKey: KeyObject
  readonly publicKeyInfo: SubjectPublicKeyInfo
  readonly subject: Name
  /** The requested subjectAltName; missing if the request has none. */
  readonly hosts?: Extension
}

const extensionRequestOid = '1.2.840.113549.1.9.14'

/**
 * Reads a certificate signing request (PKCS #10, RFC 2986).
 * @param pem the request, PEM
 * @throws Error if the PEM has no certificate request
 */
export function readCertificateRequest(pem: string): CertificateRequest {
  const { subject, subjectPKInfo, attributes } = parseRequest(pem).certificationRequestInfo
  const requested = (attributes ?? new Attributes())
    .filter(({ type }) => type === extensionRequestOid)
    .flatMap(({ values }) => values)
    .flatMap((value) => [...AsnConvert.parse(value, Extensions)])
  const hosts = requested.find(({ extnID }) => extnID === id_ce_subjectAltName)
  const key = Buffer.from(AsnConvert.serialize(subjectPKInfo))
  return {
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
    publicKeyInfo: subjectPKInfo,
    subject,
    ...(hosts && { hosts }),
  }
}

function parseRequest(pem: string): CertificationRequest {
  const base64 = /BEGIN CERTIFICATE REQUEST-+([\s\S]+?)-+END/.exec(pem)?.[1] ?? ''
  try {
    return AsnConvert.parse(Buffer.from(base64, 'base64'), CertificationRequest)
  } catch (cause) {
    throw new Error('The PEM has no certificate request (PKCS #10).', { cause })
  }
}
