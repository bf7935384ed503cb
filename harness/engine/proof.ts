import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HarnessError, messageOf } from '../errors.ts'
import type { Collected } from './collected.ts'

/** Faults that break the checks of a folder's suites in addition to the faults that the checks name, by check. */
export type Proof = Readonly<Record<string, readonly string[]>>

/** Name of the proof file in each folder of suites. */
export const proofName = 'proof.json'

/**
 * Returns the proof of a folder of suites; empty if the folder has none.
 * @throws HarnessError `harness-fault` if its file is not JSON
 */
export function proofIn(folder: string): Proof {
  const file = join(folder, proofName)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Proof
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new HarnessError('harness-fault', `Could not read ${file}: ${messageOf(thrown)}`, { cause: thrown })
  }
}

/** Returns the collected checks with the faults that the proofs of their folders add. */
export function withProofs(suitesDir: string, collected: readonly Collected[]): Collected[] {
  const proofs = new Map<string, Proof>()
  return collected.map((one) => {
    const folder = join(suitesDir, dirname(one.module))
    const proof = proofs.get(folder) ?? proofIn(folder)
    proofs.set(folder, proof)
    const additionalFaults = proof[one.check?.id ?? ''] ?? []
    return additionalFaults.length === 0 ? one : { ...one, seesAlso: additionalFaults }
  })
}

/**
 * Returns the exact faults of the reference that must break a check: the faults that it names, and its faults in the
 * proof of the folder.
 */
export function faultsOf({ sees = [], seesAlso = [] }: Pick<Collected, 'sees' | 'seesAlso'>): string[] {
  return [...new Set([...sees, ...seesAlso])]
}
