import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from '../engine/plan.ts'
import type { Fault } from './matrix.ts'

/** Faults that changed files concern, and the files for which that cannot be determined. */
export interface AffectedFaults {
  readonly faults: ReadonlySet<string>
  readonly undeterminedFiles: readonly string[]
}

/** Reports whether a change of a file can change which faults are detected. */
const canAffectDetection = (name: string): boolean =>
  /^(suites|documents|reference|harness|mocks|protos)\/.*\.(ts|json|proto)$|^package(-lock)?\.json$/.test(
    name,
  ) && !/\.test(-support)?\.ts$|\/testing\/|^harness\/(cli|prove)\/|^suites\/durations\.json$/.test(name)

/**
 * Returns the faults that changed files affect: the faults that they name, and the faults that their rules claim.
 * @param claimed faults that each rule claims, by its id
 */
export function faultsAffectedBy(
  root: string,
  files: readonly string[],
  known: readonly Fault[],
  claimed: ReadonlyMap<string, readonly string[]>,
): AffectedFaults {
  const faults = new Set<string>()
  const filesWithoutFaults: string[] = []
  for (const file of files.filter(canAffectDetection)) {
    const fileWords = wordsOf(join(root, file))
    const [, folder, place] = /^(suites|documents|reference)\/([^/]+)/.exec(file) ?? []
    // A program's own files name its own faults; shared files may mean a fault of any program.
    const role = folder === 'reference' && known.some(({ program }) => program === place) ? place : undefined
    const namedFaults = known.filter(
      ({ name, program }) => fileWords?.has(name) && (role ?? program) === program,
    )
    const ruleFaults = [...(fileWords ?? [])].flatMap((word) => claimed.get(word) ?? [])
    const fileFaults = folder === undefined ? [] : [...namedFaults.map(({ id }) => id), ...ruleFaults]
    if (fileFaults.length === 0) filesWithoutFaults.push(file)
    for (const fault of fileFaults) faults.add(fault)
  }
  return { faults, undeterminedFiles: filesWithoutFaults }
}

/** Returns the ids of the rules that the source files declare, directly or by a row or a check. */
export function rulesDeclaredIn(
  files: readonly string[],
  { collected }: Pick<Catalogue, 'collected'>,
): string[] {
  const changedSet = new Set(files)
  const isIn = (declaredAt = ''): boolean => changedSet.has(declaredAt.replace(/:\d+$/, ''))
  const ids = [...collected.values()].flatMap(({ module, rule, check }) =>
    isIn(`suites/${module.replace(/js$/, 'ts')}`) || isIn(rule.declaredAt) || isIn(check?.declaredAt)
      ? [rule.id]
      : [],
  )
  return [...new Set(ids)]
}

/** Returns every word in single or double quotes; undefined for a missing file. */
function wordsOf(path: string): Set<string> | undefined {
  try {
    return new Set(
      [...readFileSync(path, 'utf8').matchAll(/(['"])([a-z0-9][a-z0-9.-]*)\1/g)].map(
        ([, , word]) => word ?? '',
      ),
    )
  } catch {
    return undefined
  }
}
