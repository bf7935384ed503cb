import { type KeyObject, sign } from 'node:crypto'
import { Attributes, CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Attribute, Extensions, SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { subjectName, namesExtension } from '../../certificates/certificate.ts'

const ecdsaWithSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
const extensionRequestOid = '1.2.840.113549.1.9.14'

/** Contents of a certificate request. */
export interface RequestContent {
  readonly commonName: string
  readonly organization: string
  /** DNS names and IP addresses of the subjectAltName. */
  readonly hosts: readonly string[]
}

/** Returns a certificate request (PKCS #10) in PEM, signed with an EC key. */
export function certificateRequest(
  { commonName, organization, hosts }: RequestContent,
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
): string {
  const names = namesExtension(hosts)
  const certificationRequestInfo = new CertificationRequestInfo({
    subject: subjectName(commonName, [organization]),
    subjectPKInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    attributes: new Attributes(
      names.length === 0
        ? []
        : [
            new Attribute({
              type: extensionRequestOid,
              values: [AsnConvert.serialize(new Extensions(names))],
            }),
          ],
    ),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(certificationRequestInfo)), privateKey)
  const request = new CertificationRequest({
    certificationRequestInfo,
    signatureAlgorithm: ecdsaWithSha256,
    signature: new Uint8Array(signature).buffer,
  })
  const lines =
    Buffer.from(AsnConvert.serialize(request))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}
