import { parse } from 'node:path'
import type { Mutant } from './list.ts'

// Minimum length of a compared word. Shorter words, such as `is` and `the`, are in most ids.
const minWordLength = 4

/** Words of the ids of checks, which show the subject of a check. */
export class CheckWords {
  readonly #wordsByCheck: ReadonlyMap<string, ReadonlySet<string>>
  /** Number of ids that have each word. */
  readonly #idCounts = new Map<string, number>()

  constructor(checks: readonly string[]) {
    this.#wordsByCheck = new Map(checks.map((check) => [check, wordsOf(check)]))
    for (const words of this.#wordsByCheck.values())
      for (const word of words) this.#idCounts.set(word, (this.#idCounts.get(word) ?? 0) + 1)
  }

  /**
   * Returns the similarity of the id of a check to a mutant: 0 if they share no word, and larger for each common word
   * of the mutant's file, declaration or text. A word that few ids have adds more.
   */
  similarityTo({ file = '', within = '', from = '' }: Mutant): (check: string) => number {
    const mutantWords = wordsOf(`${parse(file).name} ${within} ${from}`)
    return (check) =>
      [...(this.#wordsByCheck.get(check) ?? [])]
        .filter((word) => mutantWords.has(word))
        .reduce((sum, word) => sum + this.#weightOf(word), 0)
  }

  #weightOf(word: string): number {
    return Math.log(this.#wordsByCheck.size / (this.#idCounts.get(word) ?? 1))
  }
}

/** Returns the words of a name or text in lower case, without the ending of a plural. */
function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  return new Set(words.map((word) => word.replace(/e?s$/, '')).filter((word) => word.length >= minWordLength))
}
