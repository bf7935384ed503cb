import type { Mutant } from './list.ts'
import type { MutantReach, CheckReach } from './reach.ts'
import { CheckWords } from './check-words.ts'

/** Order in which the checks that reach a mutant are tried. */
export class Order {
  readonly #mutants: readonly Mutant[]
  readonly #reach: MutantReach
  readonly #indexById: ReadonlyMap<string, number>
  /** Number of mutants that a check killed, by file and by declaration. */
  readonly #kills = new Map<string, Map<string, number>>()
  /** Sum of the weights of the mutants of a file that a check reaches. */
  readonly #coverageByFile = new Map<string, Map<CheckReach, number>>()
  readonly #words: CheckWords
  /** Number of checks that reach each mutant. */
  readonly #reachCounts: readonly number[]

  constructor(mutants: readonly Mutant[], reached: MutantReach) {
    this.#mutants = mutants
    this.#reach = reached
    this.#indexById = new Map(mutants.map(({ id }, place) => [id, place]))
    const counts = mutants.map(() => 0)
    for (const check of reached.checks)
      for (const place of check.reached) counts[place] = (counts[place] ?? 0) + 1
    this.#reachCounts = counts
    this.#words = new CheckWords(reached.checks.map(({ check }) => check))
  }

  /**
   * Returns the checks that reach a mutant: first the check that killed it before, then checks that killed other
   * mutants of its declaration or file, then checks that run most of its file for the time they take. Code that few
   * checks reach has a larger weight, because every start of a program runs the code that reads its flags. Checks that
   * run the same part of the file take turns with those that run other parts. Words of the mutant in the id of a check
   * add to its value, rare words most.
   */
  checksFor(mutant: Mutant): readonly CheckReach[] {
    const mutantIndex = this.#indexById.get(mutant.id)
    if (mutantIndex === undefined) return []
    const reachingChecks = this.#reach.checks.filter(({ reached }) => reached.has(mutantIndex))
    const killingCheck = this.#reach.killers.get(mutant.id)
    const killCounts = groupNamesOf(mutant).map((name) => this.#kills.get(name) ?? new Map<string, number>())
    const values = this.#valuesOf(reachingChecks, mutant)
    const ranks = new Map(
      reachingChecks.map((one) => [
        one,
        [
          one.check === killingCheck ? 0 : 1,
          ...killCounts.map((kills) => -(kills.get(one.check) ?? 0)),
          -(values.get(one) ?? 0),
          one.durationMs,
        ],
      ]),
    )
    return reachingChecks.toSorted((a, b) => compareRanks(ranks.get(a) ?? [], ranks.get(b) ?? []))
  }

  /** Records that a check killed a mutant. */
  recordKill(mutant: Mutant, check: string): void {
    for (const name of groupNamesOf(mutant)) {
      const kills = this.#kills.get(name) ?? new Map<string, number>()
      kills.set(check, (kills.get(check) ?? 0) + 1)
      this.#kills.set(name, kills)
    }
  }

  /**
   * Returns the value of each check for a mutant: its coverage of the file, and its similarity, relative to its time.
   */
  #valuesOf(checks: readonly CheckReach[], mutant: Mutant): ReadonlyMap<CheckReach, number> {
    const covered = this.#coveredOf(mutant.file ?? '')
    const similarityOf = this.#words.similarityTo(mutant)
    const sameCoverage = new Map<number, number>()
    const byTime = checks.toSorted((a, b) => a.durationMs - b.durationMs)
    return new Map(
      byTime.map((one) => {
        const weight = covered.get(one) ?? 0
        const earlierChecks = sameCoverage.get(weight) ?? 0
        sameCoverage.set(weight, earlierChecks + 1)
        const turn = 1 / (1 + earlierChecks)
        return [one, (weight / Math.sqrt(one.durationMs + startMs)) * (turn + similarityOf(one.check))]
      }),
    )
  }

  #coveredOf(file: string): ReadonlyMap<CheckReach, number> {
    const cachedCoverage = this.#coverageByFile.get(file)
    if (cachedCoverage !== undefined) return cachedCoverage
    const mutantIndexes = this.#mutants.flatMap((mutant, place) =>
      (mutant.file ?? '') === file ? [place] : [],
    )
    const covered = new Map(
      this.#reach.checks.map((one) => [
        one,
        mutantIndexes.reduce(
          (sum, place) => sum + (one.reached.has(place) ? 1 / (this.#reachCounts[place] ?? 1) : 0),
          0,
        ),
      ]),
    )
    this.#coverageByFile.set(file, covered)
    return covered
  }
}

// Added to the duration of every check, in milliseconds, so that a difference of a tenth of a second is no reason to
// prefer a check.
const startMs = 300

/** Returns the names of the declaration and of the file of a mutant, for the mutants that share them. */
function groupNamesOf({ file = '', within = '' }: Mutant): string[] {
  return [`${file} ${within}`, file]
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.reduce((order, value, at) => (order === 0 ? value - (b[at] ?? 0) : order), 0)
}
