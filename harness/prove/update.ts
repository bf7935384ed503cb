import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Catalogue } from '../engine/plan.ts'
import { type Proof, proofIn, proofName } from '../engine/proof.ts'
import { HarnessError } from '../errors.ts'
import type { Fault, MatrixRow } from './matrix.ts'

/** Result of an update of the proofs. */
export interface ProofUpdate {
  /** Files that it wrote or removed, relative to the folder of the suites. */
  readonly files: readonly string[]
  /** Rows with the present claims of their checks. */
  readonly rows: readonly MatrixRow[]
}

/**
 * Writes the broken checks into the proofs of the suites, for the faults that were tried. Faults that a check names
 * itself stay unchanged, even if they did not break it: the file of the check must be corrected by hand.
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
  const nameOf = new Map(faults.map(({ id, name }) => [id, name]))
  // A fault that broke nothing, or has an open result, proves nothing about its checks.
  const incomplete = rows.filter(
    ({ exact, broken, disturbed }) => !exact && broken.length > 0 && disturbed.length === 0,
  )
  const files = new Set<string>()
  for (const folder of foldersOf(catalogue)) {
    const before = proofIn(join(suites, folder))
    const after = proofAfter(folder, before, catalogue, incomplete, nameOf)
    const text = proofText(after)
    if (text === proofText(before)) continue
    const file = join(folder, proofName)
    if (Object.keys(after).length > 0) writeFileSync(join(suites, file), text)
    else rmSync(join(suites, file), { force: true })
    files.add(file)
  }
  const settled = new Map(incomplete.map((row) => [row, claimedNow(row, catalogue, nameOf)]))
  return {
    files: [...files].toSorted(),
    rows: rows.map((row) => {
      const claimed = settled.get(row)
      return claimed === undefined ? row : { ...row, claimed, exact: claimed.length === row.broken.length }
    }),
  }
}

/**
 * Returns a proof in the form of its file: a check a line, in the order of their ids, each with its faults in order.
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
 * names itself.
 */
function proofAfter(
  folder: string,
  before: Proof,
  { collected }: Catalogue,
  rows: readonly MatrixRow[],
  nameOf: ReadonlyMap<string, string>,
): Proof {
  const after = new Map<string, Set<string>>()
  for (const [id, { module, sees = [] }] of collected) {
    if (dirname(module) !== folder) continue
    const others = new Set((before[id] ?? []).filter((fault) => !sees.includes(fault)))
    if (others.size > 0) after.set(id, others)
  }
  const faultsOf = (id: string): Set<string> => {
    const faults = after.get(id) ?? new Set<string>()
    after.set(id, faults)
    return faults
  }
  for (const { fault, claimed, broken } of rows) {
    const name = nameOf.get(fault) ?? fault
    for (const id of claimed) if (!broken.includes(id)) after.get(id)?.delete(name)
    for (const id of broken) {
      const one = collected.get(id)
      if (one === undefined || dirname(one.module) !== folder || one.sees?.includes(name)) continue
      faultsOf(id).add(name)
    }
  }
  return Object.fromEntries(
    [...after].filter(([, faults]) => faults.size > 0).map(([id, faults]) => [id, [...faults]]),
  )
}

function claimedNow(
  { fault, claimed, broken }: MatrixRow,
  { collected }: Catalogue,
  nameOf: ReadonlyMap<string, string>,
): string[] {
  const name = nameOf.get(fault) ?? fault
  const stays = claimed.filter((id) => !broken.includes(id) && collected.get(id)?.sees?.includes(name))
  return [...broken, ...stays]
}
