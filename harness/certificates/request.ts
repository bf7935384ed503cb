import { createPublicKey, type KeyObject } from 'node:crypto'

/** What a certificate signing request asks for, as far as the harness looks. */
export interface CertificateRequest {
  readonly publicKey: KeyObject
  /** Every text of the subject's name, in order. */
  readonly names: readonly string[]
}

interface Element {
  readonly content: Buffer
  readonly whole: Buffer
}

const longForm = 0x80
const headerBytes = 2

/** Reads a request (PKCS #10, RFC 2986) in PEM; throws when it is none. */
export function readCertificateRequest(pem: string): CertificateRequest {
  const base64 = /BEGIN CERTIFICATE REQUEST-+([\s\S]+?)-+END/.exec(pem)?.[1] ?? ''
  const [request] = elementsOf(Buffer.from(base64, 'base64'))
  const [info] = elementsOf(request?.content ?? Buffer.alloc(0))
  const [, subject, key] = elementsOf(info?.content ?? Buffer.alloc(0))
  if (subject === undefined || key === undefined) throw new Error('this is no certificate request')
  const names = elementsOf(subject.content)
    .flatMap(({ content }) => elementsOf(content))
    .map(({ content }) => elementsOf(content)[1]?.content.toString('utf8') ?? '')
  return { publicKey: createPublicKey({ key: key.whole, format: 'der', type: 'spki' }), names }
}

/** The elements that stand one after the other (X.690 §8.1, definite lengths). */
function elementsOf(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 0; at + headerBytes <= bytes.length; ) {
    const first = bytes[at + 1] ?? 0
    const more = first < longForm ? 0 : first - longForm
    const begin = at + headerBytes + more
    const length = more === 0 ? first : bytes.readUIntBE(at + headerBytes, more)
    found.push({ content: bytes.subarray(begin, begin + length), whole: bytes.subarray(at, begin + length) })
    at = begin + length
  }
  return found
}
