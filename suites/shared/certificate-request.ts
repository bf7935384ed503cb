import { generateKeyPairSync, sign } from 'node:crypto'

/** Content of a certificate request. */
export interface CertificateSubject {
  readonly commonName: string
  readonly organizations?: readonly string[]
  /** DNS names of the certificate. */
  readonly hosts?: readonly string[]
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const tags = { integer: 0x02, bits: 0x03, octets: 0x04, id: 0x06, utf8: 0x0c, sequence: 0x30, set: 0x31 }
const ids = {
  commonName: '550403',
  organization: '55040a',
  extensionRequest: '2a864886f70d01090e',
  alternativeNames: '551d11',
  ecdsaWithSha256: '2a8648ce3d040302',
}

/** Returns a certificate request (PKCS #10, RFC 2986) for a new EC key, in PEM. */
export function certificateRequest({
  commonName,
  organizations = [],
  hosts = [],
}: CertificateSubject): string {
  const subject = [
    ...organizations.map((one) => attribute(ids.organization, one)),
    attribute(ids.commonName, commonName),
  ]
  const info = sequenceElement(
    element(tags.integer, Buffer.from([0])),
    sequenceElement(...subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa0, hosts.length === 0 ? Buffer.alloc(0) : extensionRequest(hosts)),
  )
  const signature = sign('sha256', info, privateKey)
  const request = sequenceElement(
    info,
    sequenceElement(id(ids.ecdsaWithSha256)),
    element(tags.bits, Buffer.concat([Buffer.from([0]), signature])),
  )
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`
}

function extensionRequest(hosts: readonly string[]): Buffer {
  const names = sequenceElement(...hosts.map((host) => element(0x82, Buffer.from(host))))
  const extensions = sequenceElement(sequenceElement(id(ids.alternativeNames), element(tags.octets, names)))
  return sequenceElement(id(ids.extensionRequest), element(tags.set, extensions))
}

const attribute = (type: string, value: string) =>
  element(tags.set, sequenceElement(id(type), element(tags.utf8, Buffer.from(value))))
const id = (hex: string) => element(tags.id, Buffer.from(hex, 'hex'))
const sequenceElement = (...parts: readonly Buffer[]) => element(tags.sequence, Buffer.concat(parts))

function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
