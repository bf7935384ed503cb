import { type KeyObject, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import type { Frozen } from '#harness/contract.ts'

/** Payload type of an in-toto attestation. */
export const statementType = 'application/vnd.in-toto+json'

const base64 = v.pipe(v.string(), v.base64())

/** Schema of a DSSE 1.0 envelope file. */
export const envelope = v.strictObject({
  payloadType: v.literal(statementType),
  payload: base64,
  signatures: v.pipe(v.array(v.strictObject({ keyid: v.string(), sig: base64 })), v.length(1)),
})
/** DSSE 1.0 envelope. */
export type Envelope = Frozen<v.InferOutput<typeof envelope>>

/**
 * Signs the type and the bytes of a statement, as DSSE requires.
 * @param key Ed25519, or ECDSA on P-256, whose signatures are in DER over SHA-256
 */
export function createEnvelope(payload: string, key: KeyObject): Envelope {
  const bytes = Buffer.from(payload)
  const signature = sign(digestOf(key), encode(statementType, bytes), key)
  return {
    payloadType: statementType,
    payload: bytes.toString('base64'),
    // Omits the key id, because cosign ignores a signature with a key id that cosign did not compute.
    signatures: [{ keyid: '', sig: signature.toString('base64') }],
  }
}

/**
 * Returns the Sigstore bundle of an envelope, as cosign reads it, without a certificate or a transparency log entry:
 * the verifier provides the key.
 * @param hint name of the key; verifiers ignore it
 */
export function sigstoreBundle(signedEnvelope: Envelope, hint: string): object {
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint } },
    dsseEnvelope: signedEnvelope,
  }
}

/** Returns the payload of an envelope, or `undefined` if no signature of the envelope is by this public key. */
export function verifiedPayload(
  { payloadType, payload, signatures }: Envelope,
  key: KeyObject,
): string | undefined {
  const bytes = Buffer.from(payload, 'base64')
  const isSigned = signatures.some(({ sig }) =>
    verify(digestOf(key), encode(payloadType, bytes), key, Buffer.from(sig, 'base64')),
  )
  return isSigned ? bytes.toString() : undefined
}

/**
 * Returns the pre-authentication encoding of DSSE 1.0. The lengths come first, so that no two envelopes have the same
 * bytes.
 */
function encode(type: string, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload])
}

function digestOf({ asymmetricKeyType }: KeyObject): 'sha256' | null {
  return asymmetricKeyType === 'ed25519' ? null : 'sha256'
}
