import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { der, oid, sequence, set, time } from './der.ts'

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const yearMs = 365 * 24 * 3_600_000

/** A key and a certificate that it signed itself, in PEM, for a server of the names and addresses. */
export function selfSignedPair(names: readonly string[]): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('2.5.4.3'), der(0x0c, Buffer.from('orch-apiserver')))))
  const now = Date.now()
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(now - 3_600_000), time(now + yearMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basicConstraints, subjectNames(names))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    cert: pem(certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const isTrue = der(0x01, Buffer.from([0xff]))
/** It is its own CA, so that clients may trust exactly it. */
const basicConstraints = sequence(oid('2.5.29.19'), isTrue, der(0x04, sequence(isTrue)))

function subjectNames(names: readonly string[]): Buffer {
  const entries = [...new Set(names)].map((name) =>
    isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, address(name)),
  )
  return sequence(oid('2.5.29.17'), der(0x04, sequence(...entries)))
}

/** The bytes of an IP address. */
function address(text: string): Buffer {
  if (isIP(text) === 4) return Buffer.from(text.split('.').map(Number))
  const [head = '', tail] = text.split('::')
  const words = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16))
  const [left, right] = [words(head), words(tail ?? '')]
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => 0)
  return Buffer.from([...left, ...middle, ...right].flatMap((word) => [word >> 8, word & 0xff]))
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
