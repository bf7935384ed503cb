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

const sequence = 0x30
const commonName = '550403'
const organization = '55040a'

/** Reads a request (PKCS #10) in PEM. Throws for any other text. */
export function readRequest(pem: string): CertificateRequest {
  const body = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]+?)-----END/.exec(pem)?.[1] ?? ''
  const [request] = elements(Buffer.from(body, 'base64'))
  const [info] = request === undefined ? [] : elements(request.content)
  const [, subject, key] = info === undefined ? [] : elements(info.content)
  if (subject?.tag !== sequence || key?.tag !== sequence) throw new Error('this is no certificate request')
  const names = elements(subject.content)
    .flatMap(({ content }) => elements(content))
    .map(({ content }) => elements(content))
  const named = (type: string) =>
    names
      .filter(([id]) => id?.content.toString('hex') === type)
      .map(([, value]) => value?.content.toString('utf8') ?? '')
  return {
    publicKey: createPublicKey({ key: key.whole, format: 'der', type: 'spki' }),
    commonName: named(commonName)[0] ?? '',
    organizations: named(organization),
  }
}

/** Returns the consecutive elements (X.690, definite lengths only). */
function elements(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const first = bytes[at + 1] ?? 0
    const lengthBytes = first < 0x80 ? 0 : first - 0x80
    const begin = at + 2 + lengthBytes
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
    const content = bytes.subarray(begin, begin + length)
    found.push({ tag: bytes[at] ?? 0, content, whole: bytes.subarray(at, begin + length) })
    at = begin + length
  }
  return found
}
