import { createPublicKey, type KeyObject } from 'node:crypto'

/** Content of a certificate signing request. */
export interface CertificateRequest {
  readonly publicKey: KeyObject
  readonly commonName: string
  readonly organizations: readonly string[]
}

interface Element {
  readonly tag: number
  readonly content: Buffer
  readonly whole: Buffer
}

const sequenceTag = 0x30
const commonNameOid = '550403'
const organizationOid = '55040a'

/** Reads a request (PKCS #10) in PEM. Throws for any other string. */
export function readRequest(pem: string): CertificateRequest {
  const body = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]+?)-----END/.exec(pem)?.[1] ?? ''
  const [request] = readElements(Buffer.from(body, 'base64'))
  const [info] = request === undefined ? [] : readElements(request.content)
  const [, subjectElement, key] = info === undefined ? [] : readElements(info.content)
  if (subjectElement?.tag !== sequenceTag || key?.tag !== sequenceTag)
    throw new Error('this is no certificate request')
  const names = readElements(subjectElement.content)
    .flatMap(({ content }) => readElements(content))
    .map(({ content }) => readElements(content))
  const valuesOfType = (type: string) =>
    names
      .filter(([id]) => id?.content.toString('hex') === type)
      .map(([, value]) => value?.content.toString('utf8') ?? '')
  return {
    publicKey: createPublicKey({ key: key.whole, format: 'der', type: 'spki' }),
    commonName: valuesOfType(commonNameOid)[0] ?? '',
    organizations: valuesOfType(organizationOid),
  }
}

/** Returns the consecutive elements (X.690, definite lengths only). */
function readElements(bytes: Buffer): Element[] {
  const foundElements: Element[] = []
  for (let offset = 0; offset + 2 <= bytes.length; ) {
    const firstLengthByte = bytes[offset + 1] ?? 0
    const lengthBytes = firstLengthByte < 0x80 ? 0 : firstLengthByte - 0x80
    const contentStart = offset + 2 + lengthBytes
    const length = lengthBytes === 0 ? firstLengthByte : bytes.readUIntBE(offset + 2, lengthBytes)
    const content = bytes.subarray(contentStart, contentStart + length)
    foundElements.push({
      tag: bytes[offset] ?? 0,
      content,
      whole: bytes.subarray(offset, contentStart + length),
    })
    offset = contentStart + length
  }
  return foundElements
}
