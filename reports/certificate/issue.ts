import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectory } from '#harness/directory.ts'
import { lineOf } from '#harness/environment.ts'
import { HarnessError } from '#harness/errors.ts'
import type { RunEvent } from '#harness/events.ts'
import { readInput } from '#harness/input/read.ts'
import { headerOf, resultOf } from '../result.ts'
import {
  attestationName,
  publicKeyName,
  sigstoreName,
  writeAttestation,
  writePublicKey,
} from './attestation.ts'
import { canonical } from './canonical.ts'
import type { Exclusions } from './exclusions.ts'
import { sha256 } from './files.ts'
import type { Manifest } from './manifest.ts'
import { renderCertificate } from './page.ts'
import { refusalsOf } from './refusals.ts'
import { generateSigningKey, pemOf, readKey, signCertificate, type SigningKey, thumbprintOf } from './sign.ts'
import { manifestOf, programsOf } from './build-manifest.ts'
import { bundledFiles, certificateName, pageName } from './verify.ts'

/** Options for a certificate. */
export interface IssueOptions {
  /** Output directory of the run, which becomes the bundle. */
  readonly bundle: string
  readonly events: readonly RunEvent[]
  readonly key: SigningKey
  readonly validDays: number
  readonly exclusions?: Exclusions
}

/** Issued certificate. */
export interface IssuedCertificate {
  readonly manifest: Manifest
  /** Thumbprint (RFC 7638) of the signing key. */
  readonly signedBy: string
  /** Identifier of the certificate in revocation lists. */
  readonly digest: string
  /** True if the bundle has an attestation. */
  readonly isAttested: boolean
}

const dayMs = 86_400_000

/**
 * Issues the certificate of a finished run: its directory becomes a bundle that can be verified anywhere.
 * @throws HarnessError `nothing-selected` if the run cannot be certified, with all reasons
 */
export async function issue(options: IssueOptions): Promise<IssuedCertificate> {
  const { bundle, events, key, validDays, exclusions } = options
  for (const name of [certificateName, pageName, attestationName, sigstoreName, publicKeyName])
    rmSync(join(bundle, name), { force: true })
  const reasons = refusalsOf(events, exclusions)
  if (reasons.length > 0) {
    throw new HarnessError(
      'nothing-selected',
      `The run cannot be certified:\n${reasons.map((reason) => `  ${reason}`).join('\n')}\nIts results are in ${bundle}.`,
    )
  }
  const expiresAt = new Date(Date.now() + validDays * dayMs).toISOString()
  const facts = { programs: programsOf(headerOf(events)), expiresAt, ...(exclusions && { exclusions }) }
  const signedBy = await thumbprintOf(key)
  writePublicKey(bundle, key)
  // The page is one of the signed files, so it can only show statements about the other signed files.
  const displayedManifest = manifestOf(events, bundledFiles(bundle), facts)
  writeFileSync(join(bundle, pageName), renderCertificate(displayedManifest, signedBy))
  const files = bundledFiles(bundle)
  const manifest = manifestOf(events, files, facts)
  const certificate = await signCertificate(manifest, files, key)
  writeFileSync(join(bundle, certificateName), `${canonical(certificate)}\n`)
  const isAttested = await writeAttestation(bundle, manifest, resultOf(events), key)
  return { manifest, signedBy, isAttested, digest: sha256(certificate.signature) }
}

/** Reads the key in a file, or, with `createsKey`, creates a key and writes it to the file. */
export function keyOf(path: string, createsKey: boolean): SigningKey {
  if (!createsKey) return readKey(readPrivateKey(path), path)
  const key = generateSigningKey()
  try {
    makeDirectory(dirname(path))
    writeFileSync(path, pemOf(key), { mode: 0o600, flag: 'wx' })
  } catch (thrown) {
    throw new HarnessError(
      'config-fault',
      `--make-key ${path}: the key could not be kept there (${lineOf(thrown)}). Give another path.`,
      {
        cause: thrown,
      },
    )
  }
  return key
}

function readPrivateKey(path: string): string {
  try {
    return readInput(path, 'key', `--key ${path}`)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError(
      'config-fault',
      `--key ${path}: the key could not be read. --make-key makes one.`,
      {
        cause: thrown,
      },
    )
  }
}
