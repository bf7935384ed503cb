import { join } from 'node:path'
import type { JWK } from 'jose'
import { messageOf } from '#harness/errors.ts'
import type { RunEvent } from '#harness/events.ts'
import { readInput } from '#harness/input/read.ts'
import { isPack, packReader } from '../packs.ts'
import { readRun } from '../read-events.ts'
import { resultOf } from '../result.ts'
import { attestationProblems } from './attestation.ts'
import { canonical } from './canonical.ts'
import type { Exclusions } from './exclusions.ts'
import type { BundledFile } from './files.ts'
import type { Manifest } from './manifest.ts'
import { refusalsOf } from './refusals.ts'
import { manifestOf } from './build-manifest.ts'

/** Facts of a verifier that no listed file contains: the key with its thumbprint, and the list of exclusions. */
export interface OutsideFacts {
  readonly jwk: JWK
  readonly signedBy: string
  readonly exclusions?: Exclusions
  /** False if only some of the listed files are available. */
  readonly isWhole: boolean
}

/**
 * Returns the statements of a bundle that do not follow from its own events. A valid signature does not make them true.
 */
export async function derivedProblems(
  bundle: string,
  files: readonly BundledFile[],
  statedManifest: Manifest,
  { exclusions, jwk, signedBy, isWhole }: OutsideFacts,
): Promise<readonly string[]> {
  let events: readonly RunEvent[]
  try {
    const runFiles = await readRun(bundle)
    if (runFiles.torn !== undefined) return [runFiles.torn]
    events = runFiles.events
  } catch (thrown) {
    return [messageOf(thrown)]
  }
  const { programs } = statedManifest.target
  const facts = { programs, expiresAt: statedManifest.expiresAt }
  const derivedManifest = manifestOf(events, files, { ...facts, ...(exclusions && { exclusions }) })
  return [
    ...statedDifferences(statedManifest, derivedManifest),
    ...refusalsOf(events, exclusions).map((reason) => `The run could not be certified: ${reason}`),
    ...(isWhole
      ? [
          ...runProblems(bundle, events),
          ...evidenceProblems(bundle, events, files),
          ...attestationProblems(bundle, statedManifest, resultOf(events), jwk, signedBy),
        ]
      : []),
  ]
}

/** Returns the parts of a manifest that do not follow from the run. Lists of exclusions are checked separately. */
function statedDifferences(statedManifest: Manifest, derivedManifest: Manifest): string[] {
  const fieldNames = Object.keys({ ...statedManifest, ...derivedManifest }) as (keyof Manifest)[]
  return fieldNames
    .filter((part) => part !== 'exclusions')
    .filter((part) => canonical(statedManifest[part] ?? null) !== canonical(derivedManifest[part] ?? null))
    .map((part) => `What the certificate states of ${part} does not follow from events.jsonl.`)
}

/** Returns the numbers in the readable reports that differ from the events. */
function runProblems(bundle: string, events: readonly RunEvent[]): string[] {
  const { totals, plan, complete } = resultOf(events)
  try {
    const runJson = JSON.parse(readInput(join(bundle, 'run.json'), 'run')) as Readonly<
      Record<string, unknown>
    >
    const expected = { totals, plan, complete }
    return Object.entries(expected)
      .filter(([name, value]) => canonical(runJson[name] ?? null) !== canonical(value))
      .map(([name]) => `${name} in run.json does not follow from events.jsonl.`)
  } catch (thrown) {
    return [`run.json cannot be read: ${messageOf(thrown)}.`]
  }
}

function evidenceProblems(
  bundle: string,
  events: readonly RunEvent[],
  files: readonly BundledFile[],
): string[] {
  const folders = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  const packPaths = new Set(files.map(({ path }) => path).filter(isPack))
  const openPack = packReader()
  const evidenceExists = (id: string, evidence: string): boolean =>
    isPack(evidence)
      ? packPaths.has(evidence) && openPack(join(bundle, evidence)).has(id)
      : folders.has(evidence)
  return events.flatMap((event) =>
    event.type === 'check' && event.evidence !== undefined && !evidenceExists(event.id, event.evidence)
      ? [`${event.id} left no evidence in ${event.evidence}.`]
      : [],
  )
}
