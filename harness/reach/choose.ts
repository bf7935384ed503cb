import type { PlannedCheck } from '../catalogue.ts'
import { globPattern } from '../glob.ts'
import type { ChangedFile } from './diff.ts'
import { filesNamed } from './paths.ts'
import { numbersOf, parseRanges } from './ranges.ts'
import { otherLines, type ReachFile } from './schema.ts'
import { type Reachers, recordedFile, reachersOfChange } from './touched.ts'

/** Checks that a change can affect. */
export interface Choice {
  /** Ids of the checks, those with the best evidence first. */
  readonly reached: readonly string[]
  /** Number of checks in `reached` whose reach is not known. */
  readonly unknown: number
  /** Changed files with a recording; `otherFiles` are the changed files without one. */
  readonly files: readonly string[]
  readonly otherFiles: readonly string[]
}

/**
 * Returns the checks that reach changed lines. Checks of the line that the fewest checks reach come first, then checks
 * that reach the fewest lines in all (both compared by magnitude), then the fastest checks. Checks whose reach is not
 * known follow.
 */
export function chooseChecks(
  reach: ReachFile,
  changes: readonly ChangedFile[],
  planned: readonly Pick<PlannedCheck, 'id' | 'rule'>[],
): Choice {
  const lookup = new ReachLookup(reach, planned)
  const files: string[] = []
  const otherFiles: string[] = []
  const touched = new Set<Reachers>()
  for (const change of changes) {
    const names = new Set(
      [change.before, change.after].flatMap((path) =>
        path === undefined ? [] : filesNamed(path, Object.keys(reach.files)),
      ),
    )
    ;(names.size > 0 ? files : otherFiles).push(change.after ?? change.before ?? '')
    for (const name of names)
      for (const one of reachersOfChange(recordedFile(reach.files[name] ?? []), change)) touched.add(one)
  }
  const rarest = new Map<string, number>()
  for (const one of touched) {
    const checks = lookup.checksOf(one)
    for (const check of checks) rarest.set(check, Math.min(rarest.get(check) ?? Infinity, checks.size))
  }
  const isUnknown = (id: string): boolean => !rarest.has(id) && lookup.isUnknown(id)
  const reachingChecks = planned
    .filter(({ id }) => rarest.has(id))
    .map(({ id }) => ({
      id,
      rarest: magnitude(rarest.get(id) ?? 0),
      lines: magnitude(lookup.linesOf(id)),
      ms: lookup.msOf(id),
    }))
    .toSorted((a, b) => a.rarest - b.rarest || a.lines - b.lines || a.ms - b.ms)
  const unrecordedChecks = touched.size === 0 ? [] : planned.filter(({ id }) => isUnknown(id))
  return {
    reached: [...reachingChecks, ...unrecordedChecks].map(({ id }) => id),
    unknown: unrecordedChecks.length,
    files,
    otherFiles,
  }
}

/** Returns the half order of magnitude of a count, so that the duration decides between counts that differ little. */
function magnitude(count: number): number {
  return Math.floor(Math.log2(count + 1) * 2)
}

/** Index of a recording, which finds the checks of a part, and their lines and durations. */
class ReachLookup {
  readonly #planned: readonly Pick<PlannedCheck, 'id' | 'rule'>[]
  readonly #sets: readonly (readonly number[])[]
  readonly #checks: readonly (readonly [id: string, ms: number])[]
  readonly #indexes: ReadonlyMap<string, number>
  readonly #lines: readonly number[]
  /** Checks that the file names and whose reach is known. */
  readonly #known: ReadonlySet<string>

  constructor(
    { checks = [], sets = [], unknown = '', files }: ReachFile,
    planned: readonly Pick<PlannedCheck, 'id' | 'rule'>[],
  ) {
    this.#planned = planned
    this.#checks = checks
    this.#sets = sets.map((set) => numbersOf(parseRanges(set), checks.length))
    this.#indexes = new Map(checks.map(([id], index) => [id, index]))
    this.#lines = linesByCheck(files, this.#sets, checks.length)
    const unknownIndexes = new Set(numbersOf(parseRanges(unknown), checks.length))
    const globs = new Set(
      Object.values(files).flatMap((parts) => parts.filter((part) => typeof part === 'string')),
    )
    this.#known = new Set([
      ...checks.flatMap(([id], index) => (unknownIndexes.has(index) ? [] : [id])),
      ...[...globs].flatMap((glob) => [...this.checksOf(glob)]),
    ])
  }

  isUnknown(id: string): boolean {
    return !this.#known.has(id)
  }

  checksOf(reachers: Reachers): ReadonlySet<string> {
    if (typeof reachers === 'string') {
      const pattern = globPattern(reachers)
      return new Set(
        this.#planned.filter(({ id, rule }) => pattern.test(id) || pattern.test(rule)).map(({ id }) => id),
      )
    }
    return new Set((this.#sets[reachers] ?? []).flatMap((index) => this.#checks[index]?.[0] ?? []))
  }

  /** Number of recorded lines that a check reaches; 0 if no line is recorded. */
  linesOf(id: string): number {
    return this.#lines[this.#indexes.get(id) ?? -1] ?? 0
  }

  /** Duration of a check, in milliseconds; 0 if no duration is recorded. */
  msOf(id: string): number {
    return this.#checks[this.#indexes.get(id) ?? -1]?.[1] ?? 0
  }
}

function linesByCheck(
  files: ReachFile['files'],
  sets: readonly (readonly number[])[],
  checks: number,
): readonly number[] {
  const linesOfSet = new Map<number, number>()
  for (const part of Object.values(files).flat()) {
    if (typeof part === 'string' || part[0] === otherLines) continue
    const lines = parseRanges(part[0]).reduce((all, { from, to }) => all + to - from + 1, 0)
    linesOfSet.set(part[1], (linesOfSet.get(part[1]) ?? 0) + lines)
  }
  const linesOfCheck = Array.from({ length: checks }, () => 0)
  for (const [set, lines] of linesOfSet)
    for (const check of sets[set] ?? []) linesOfCheck[check] = (linesOfCheck[check] ?? 0) + lines
  return linesOfCheck
}
