import { createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import * as v from 'valibot'
import { messageOf } from '#harness/errors.ts'
import { readInput } from '#harness/input/read.ts'
import type { RunResult } from '../run-schema.ts'
import { canonical } from './canonical.ts'
import { envelope, type Envelope, createEnvelope, verifiedPayload, sigstoreBundle } from './dsse.ts'
import type { Manifest } from './manifest.ts'
import { type SigningKey, thumbprintOf } from './sign.ts'
import { statementOf } from './statement.ts'

/** File name of the attestation in a bundle: the certificate in the format of supply chain tools. */
export const attestationName = 'attestation.intoto.jsonl'

/** File name of the attestation as a bundle of Sigstore, for cosign. */
export const sigstoreName = 'attestation.sigstore.json'

/** File name of the public key in a bundle, in PEM. */
export const publicKeyName = 'certificate.pub'

/** Writes the public key of a certificate, which is one of the files that the certificate lists. */
export function writePublicKey(bundle: string, { key }: SigningKey): void {
  writeFileSync(join(bundle, publicKeyName), pemOfPublic(key))
}

/**
 * Writes the attestation of a certificate. Returns false if no program has a digest, because an attestation needs one.
 */
export async function writeAttestation(
  bundle: string,
  manifest: Manifest,
  result: RunResult,
  signing: SigningKey,
): Promise<boolean> {
  for (const name of [attestationName, sigstoreName]) rmSync(join(bundle, name), { force: true })
  const statement = statementOf(manifest, result)
  if (statement === undefined) return false
  const signedEnvelope = createEnvelope(canonical(statement), signing.key)
  writeFileSync(join(bundle, attestationName), `${canonical(signedEnvelope)}\n`)
  writeFileSync(join(bundle, sigstoreName), sigstoreText(signedEnvelope, await thumbprintOf(signing)))
  return true
}

/**
 * Returns the inconsistencies of the attestation and the public key of a bundle. Both must belong to the key that
 * signed the certificate, and state nothing else. A bundle of an earlier version has neither.
 */
export function attestationProblems(
  bundle: string,
  manifest: Manifest,
  result: Pick<RunResult, 'rules'>,
  jwk: JWK,
  signedBy: string,
): readonly string[] {
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return [
    ...(existsSync(join(bundle, publicKeyName)) ? keyProblems(bundle, key) : []),
    ...(existsSync(join(bundle, attestationName))
      ? envelopeProblems(bundle, manifest, result, { key, signedBy })
      : []),
  ]
}

function keyProblems(bundle: string, key: KeyObject): readonly string[] {
  try {
    const publicKey = createPublicKey(readInput(join(bundle, publicKeyName), 'key'))
    return publicKey.equals(key) ? [] : [`${publicKeyName} is not the key that signed the certificate.`]
  } catch (thrown) {
    return [`${publicKeyName} is no public key: ${messageOf(thrown)}.`]
  }
}

function envelopeProblems(
  bundle: string,
  manifest: Manifest,
  result: Pick<RunResult, 'rules'>,
  { key, signedBy }: { readonly key: KeyObject; readonly signedBy: string },
): readonly string[] {
  let payload: string | undefined
  let isSame = true
  try {
    const content = readInput(join(bundle, attestationName), 'certificate')
    const parsedEnvelope = v.parse(envelope, JSON.parse(content))
    if (`${canonical(parsedEnvelope)}\n` !== content)
      return [`${attestationName} is not written as it was issued.`]
    if (parsedEnvelope.signatures[0]?.keyid === '') payload = verifiedPayload(parsedEnvelope, key)
    const sigstoreFile = join(bundle, sigstoreName)
    isSame =
      !existsSync(sigstoreFile) ||
      readInput(sigstoreFile, 'certificate') === sigstoreText(parsedEnvelope, signedBy)
  } catch (thrown) {
    return [`${attestationName} is no attestation: ${messageOf(thrown)}.`]
  }
  if (payload === undefined)
    return [`The signature of ${attestationName} is not by the key of the certificate.`]
  const statement = statementOf(manifest, result)
  if (statement === undefined || payload !== canonical(statement))
    return [`What ${attestationName} states does not follow from the certificate.`]
  return isSame ? [] : [`${sigstoreName} is not ${attestationName} as a bundle of Sigstore.`]
}

function sigstoreText(signedEnvelope: Envelope, signedBy: string): string {
  return `${canonical(sigstoreBundle(signedEnvelope, signedBy))}\n`
}

function pemOfPublic(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()
}
