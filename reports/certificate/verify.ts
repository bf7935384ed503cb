import { join } from 'node:path'
import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, flattenedVerify, type JWK } from 'jose'
import * as v from 'valibot'
import { messageOf } from '#harness/errors.ts'
import { readInput } from '#harness/input/read.ts'
import { attestationName, sigstoreName } from './attestation.ts'
import { canonical } from './canonical.ts'
import { type BundledFile, filesIn, sha256 } from './files.ts'
import { certificate, type Certificate, manifest, type Manifest } from './manifest.ts'
import { merkleRoot } from './merkle.ts'
import { derivedProblems } from './derived-facts.ts'
import type { Exclusions } from './exclusions.ts'
import { certificateType } from './sign.ts'

/** File name of the certificate in its bundle. */
export const certificateName = 'certificate.json'

/** File name of the page with the certificate for human readers. */
export const pageName = 'certificate.html'

// Files that are not part of the signed content, such as the lock of the process that writes the directory.
const unsignedNames: ReadonlySet<string> = new Set([
  certificateName,
  attestationName,
  sigstoreName,
  '.orch-conformance.lock',
])

/**
 * Returns the files of a bundle that a certificate lists: all except the certificate itself and both forms of its
 * attestation.
 */
export function bundledFiles(bundle: string): BundledFile[] {
  return filesIn(bundle, (path) => unsignedNames.has(path))
}

/** Trust settings of a verifier. */
export interface Trust {
  /** Thumbprints (RFC 7638) of the trusted keys. If omitted, any key may sign, and the result names the key. */
  readonly keys?: readonly string[]
  /** Digests of certificates and thumbprints of keys that are revoked. */
  readonly revoked?: readonly string[]
  /** Published list of excluded checks. */
  readonly exclusions?: Exclusions
  readonly now: Date
}

/** Result of a verification: every problem, with the name of the affected part. */
export interface VerificationResult {
  readonly problems: readonly string[]
  readonly manifest?: Manifest
  /** Thumbprint of the signing key. */
  readonly signedBy?: string
  /** Identifier of the certificate in revocation lists: the SHA-256 of its signature. */
  readonly digest?: string
}

/**
 * Verifies a bundle with its own files only: signature, completeness, digests, times.
 * @param only paths of the available files of an incomplete bundle, which must include `events.jsonl`
 */
export async function verifyBundle(
  bundle: string,
  trust: Trust,
  only?: readonly string[],
): Promise<VerificationResult> {
  const parsedCertificate = readCertificate(join(bundle, certificateName))
  if (typeof parsedCertificate === 'string') return { problems: [parsedCertificate] }
  const digest = sha256(parsedCertificate.signature)
  const { signedBy, statedManifest, jwk, problem } = await signatureOf(parsedCertificate)
  if (statedManifest === undefined || jwk === undefined)
    return { problems: [problem ?? 'The signature does not match.'], digest }
  const contextProblems = [
    ...trustProblems(signedBy, digest, trust),
    ...timeProblems(statedManifest, trust.now),
    ...exclusionProblems(statedManifest, trust),
  ]
  const changedFileProblems = fileProblems(parsedCertificate, statedManifest, bundle, only)
  // Results derived from changed files add no information.
  const derivedProblemList =
    changedFileProblems.length > 0
      ? []
      : await derivedProblems(bundle, parsedCertificate.files, statedManifest, {
          jwk,
          signedBy,
          isWhole: only === undefined,
          ...(trust.exclusions && { exclusions: trust.exclusions }),
        })
  return {
    problems: [...contextProblems, ...changedFileProblems, ...derivedProblemList],
    manifest: statedManifest,
    signedBy,
    digest,
  }
}

function readCertificate(path: string): Certificate | string {
  let content: string
  try {
    content = readInput(path, 'certificate')
  } catch (thrown) {
    return `There is no certificate: ${messageOf(thrown)}.`
  }
  try {
    const parsedCertificate = v.parse(certificate, JSON.parse(content))
    // A value with two spellings would permit two certificates with one signature.
    return `${canonical(parsedCertificate)}\n` === content
      ? parsedCertificate
      : `${certificateName} is not written as it was issued.`
  } catch (thrown) {
    return `${certificateName} is no certificate: ${messageOf(thrown)}.`
  }
}

interface Signature {
  readonly signedBy: string
  readonly statedManifest?: Manifest
  readonly jwk?: JWK
  readonly problem?: string
}

async function signatureOf({ payload, protected: header, signature }: Certificate): Promise<Signature> {
  let signedBy = ''
  try {
    const { jwk, typ } = decodeProtectedHeader({ protected: header })
    signedBy = jwk === undefined ? '' : await calculateJwkThumbprint(jwk)
    if (typ !== certificateType) return { signedBy, problem: `The signature is over ${typ}, no certificate.` }
    const jws = { payload, protected: header, signature }
    const verifiedSignature = await flattenedVerify(jws, EmbeddedJWK, { algorithms: ['EdDSA', 'ES256'] })
    const text = new TextDecoder().decode(verifiedSignature.payload)
    return { signedBy, statedManifest: v.parse(manifest, JSON.parse(text)), ...(jwk && { jwk }) }
  } catch (thrown) {
    return { signedBy, problem: `The signature does not match: ${messageOf(thrown)}.` }
  }
}

function trustProblems(signedBy: string, digest: string, { keys, revoked = [] }: Trust): string[] {
  const problems: string[] = []
  if (keys !== undefined && !keys.includes(signedBy))
    problems.push(`It is signed by the key ${signedBy}, which is none of the trusted ones.`)
  if (revoked.includes(signedBy)) problems.push(`The key ${signedBy} that signed it was revoked.`)
  if (revoked.includes(digest)) problems.push(`The certificate ${digest} was revoked.`)
  return problems
}

/** Returns the problems of excluded checks, which the verifier's list must contain. */
function exclusionProblems({ exclusions }: Manifest, trust: Trust): string[] {
  if (exclusions === undefined || exclusions.checks.length === 0) return []
  const exclusionSummary = `${exclusions.checks.length} checks did not hold and are excluded by the list of exclusions ${exclusions.version}`
  if (trust.exclusions === undefined) return [`${exclusionSummary}; give that list to verify them.`]
  const excludedIds = new Set(trust.exclusions.checks.map(({ check }) => check))
  return exclusions.checks
    .filter((check) => !excludedIds.has(check))
    .map(
      (check) =>
        `${check} did not hold, and the list of exclusions ${trust.exclusions?.version} does not have it.`,
    )
}

function timeProblems({ startedAt, finishedAt, expiresAt }: Manifest, now: Date): string[] {
  const problems: string[] = []
  if (Date.parse(finishedAt) < Date.parse(startedAt)) problems.push('It ended before it began.')
  if (Date.parse(finishedAt) > now.getTime()) problems.push(`It ended in the future (${finishedAt}).`)
  if (Date.parse(expiresAt) < now.getTime()) problems.push(`It expired at ${expiresAt}.`)
  return problems
}

function fileProblems(
  parsedCertificate: Certificate,
  statedManifest: Manifest,
  bundle: string,
  only: readonly string[] | undefined,
): string[] {
  let presentFiles: readonly BundledFile[]
  try {
    presentFiles = bundledFiles(bundle)
  } catch (thrown) {
    return [messageOf(thrown)]
  }
  const listedFiles = new Map(parsedCertificate.files.map((file) => [file.path, file]))
  const presentByPath = new Map(presentFiles.map((file) => [file.path, file]))
  const bytes = parsedCertificate.files.reduce((sum, file) => sum + file.bytes, 0)
  const problems: string[] = []
  if (merkleRoot(parsedCertificate.files) !== statedManifest.evidence.root) {
    problems.push(`The list of files in ${certificateName} is not the signed one.`)
    // If the root is equal, only the list was changed, and no file is affected.
    if (merkleRoot(presentFiles) === statedManifest.evidence.root) return problems
  }
  if (
    parsedCertificate.files.length !== statedManifest.evidence.files ||
    bytes !== statedManifest.evidence.bytes
  )
    problems.push('The number or the size of the listed files is not the signed one.')
  for (const { path, sha256: expected, bytes: size } of parsedCertificate.files) {
    if (only?.includes(path) === false) continue
    const file = presentByPath.get(path)
    if (file === undefined) problems.push(`${path} is missing.`)
    else if (file.sha256 !== expected || file.bytes !== size) problems.push(`${path} was changed.`)
  }
  for (const path of presentByPath.keys()) if (!listedFiles.has(path)) problems.push(`${path} was added.`)
  return problems
}
