import { type KeyObject, sign } from 'node:crypto'

const oids = { commonName: '0603550403', organization: '060355040a', ecdsaWithSha256: '06082a8648ce3d040302' }
const tags = { integer: 0x02, bits: 0x03, text: 0x0c, sequence: 0x30, set: 0x31, attributes: 0xa0 }
const shortForm = 0x80

/** A request for a certificate (PKCS #10) in PEM, signed with an EC key. */
export function certificateRequest(
  commonName: string,
  organization: string,
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
): string {
  const named = (oid: string, text: string): Buffer =>
    der(tags.set, der(tags.sequence, Buffer.from(oid, 'hex'), der(tags.text, Buffer.from(text))))
  const info = der(
    tags.sequence,
    der(tags.integer, Buffer.from([0])),
    der(tags.sequence, named(oids.organization, organization), named(oids.commonName, commonName)),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(tags.attributes),
  )
  const signature = sign('sha256', info, privateKey)
  const request = der(
    tags.sequence,
    info,
    der(tags.sequence, Buffer.from(oids.ecdsaWithSha256, 'hex')),
    der(tags.bits, Buffer.from([0]), signature),
  )
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}

/** One element with a definite length (X.690). */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  if (body.length < shortForm) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const hex = body.length.toString(16)
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([tag, shortForm + length.length]), length, body])
}
