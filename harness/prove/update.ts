import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Catalogue } from '../engine/plan.ts'
import { type Proof, proofIn, proofName } from '../engine/proof.ts'
import { HarnessError } from '../errors.ts'
import type { Fault, MatrixRow } from './matrix.ts'

/** Result of an update of the proofs. */
export interface ProofUpdate {
  /** Files that the update wrote or removed, relative to the folder of the suites. */
  readonly files: readonly string[]
  /** Rows with the present claims of their checks. */
  readonly rows: readonly MatrixRow[]
}

/**
 * Writes the broken checks into the proofs of the suites, for the faults that were tried. Faults that a check names
 * stay unchanged, even if they did not break the check: the file of the check must be corrected by hand.
 * @param suites folder of the suites' sources
 * @throws HarnessError `usage` if there is no such folder
 */
export function updateProofs(
  suites: string,
  catalogue: Catalogue,
  rows: readonly MatrixRow[],
  faults: readonly Fault[],
): ProofUpdate {
  if (!existsSync(suites))
    throw new HarnessError(
      'usage',
      `--update writes into the sources of the suites, and ${suites} is missing.`,
    )
  const nameByFault = new Map(faults.map(({ id, name }) => [id, name]))
  // A fault that broke nothing, or has an open result, proves nothing about its checks.
  const incompleteRows = rows.filter(
    ({ exact, broken, disturbed }) => !exact && broken.length > 0 && disturbed.length === 0,
  )
  const files = new Set<string>()
  for (const folder of foldersOf(catalogue)) {
    const oldProof = proofIn(join(suites, folder))
    const newProof = proofAfter(folder, oldProof, catalogue, incompleteRows, nameByFault)
    const text = proofText(newProof)
    if (text === proofText(oldProof)) continue
    const file = join(folder, proofName)
    if (Object.keys(newProof).length > 0) writeFileSync(join(suites, file), text)
    else rmSync(join(suites, file), { force: true })
    files.add(file)
  }
  const claimsByRow = new Map(incompleteRows.map((row) => [row, currentClaims(row, catalogue, nameByFault)]))
  return {
    files: [...files].toSorted(),
    rows: rows.map((row) => {
      const rowClaims = claimsByRow.get(row)
      return rowClaims === undefined
        ? row
        : { ...row, claimed: rowClaims, exact: rowClaims.length === row.broken.length }
    }),
  }
}

/**
 * Returns the text of a proof file: one line for each check, sorted by id, with sorted faults.
 */
export function proofText(proof: Proof): string {
  const lines = Object.entries(proof)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([check, faults]) => `  ${JSON.stringify(check)}: ${JSON.stringify(faults.toSorted())}`)
  return `{\n${lines.join(',\n')}\n}\n`.replace('{\n\n}', '{}')
}

function foldersOf({ collected }: Catalogue): ReadonlySet<string> {
  return new Set([...collected.values()].map(({ module }) => dirname(module)))
}

/**
 * Returns the proof of a folder with the results of the rows, without deleted checks and without faults that a check
 * names.
 */
function proofAfter(
  folder: string,
  before: Proof,
  { collected }: Catalogue,
  rows: readonly MatrixRow[],
  nameOf: ReadonlyMap<string, string>,
): Proof {
  const faultsByCheck = new Map<string, Set<string>>()
  for (const [id, { module, sees = [] }] of collected) {
    if (dirname(module) !== folder) continue
    const otherFaults = new Set((before[id] ?? []).filter((fault) => !sees.includes(fault)))
    if (otherFaults.size > 0) faultsByCheck.set(id, otherFaults)
  }
  const faultsOf = (id: string): Set<string> => {
    const faults = faultsByCheck.get(id) ?? new Set<string>()
    faultsByCheck.set(id, faults)
    return faults
  }
  for (const { fault, claimed, broken } of rows) {
    const name = nameOf.get(fault) ?? fault
    for (const id of claimed) if (!broken.includes(id)) faultsByCheck.get(id)?.delete(name)
    for (const id of broken) {
      const collectedCheck = collected.get(id)
      if (
        collectedCheck === undefined ||
        dirname(collectedCheck.module) !== folder ||
        collectedCheck.sees?.includes(name)
      )
        continue
      faultsOf(id).add(name)
    }
  }
  return Object.fromEntries(
    [...faultsByCheck].filter(([, faults]) => faults.size > 0).map(([id, faults]) => [id, [...faults]]),
  )
}

function currentClaims(
  { fault, claimed, broken }: MatrixRow,
  { collected }: Catalogue,
  nameOf: ReadonlyMap<string, string>,
): string[] {
  const name = nameOf.get(fault) ?? fault
  const keptIds = claimed.filter((id) => !broken.includes(id) && collected.get(id)?.sees?.includes(name))
  return [...broken, ...keptIds]
}
