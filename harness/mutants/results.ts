import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MutantResult } from './judge-mutant.ts'

/** The file of an output directory to which each result is appended, so that an interrupted run can be continued. */
export const resultsName = 'results.jsonl'

interface Line extends MutantResult {
  /** Identifies the list of mutants and the suites. */
  readonly for: string
}

/** Results of an output directory, by the id of the mutant. */
export class Results {
  readonly #path: string
  readonly #for: string
  readonly #results = new Map<string, MutantResult>()

  /** Reads the results of an earlier run of the same build with the same suites. */
  constructor(outDir: string, recordingId: string) {
    this.#path = join(outDir, resultsName)
    this.#for = recordingId
    for (const line of linesOf(this.#path)) {
      const { for: lineRecordingId, ...result } = line
      if (lineRecordingId === recordingId) this.#results.set(result.id, result)
    }
  }

  /** Reports whether trying this many checks could not change the result of a mutant. */
  isSettled(id: string, maxChecks: number): boolean {
    const result = this.#results.get(id)
    return (
      result !== undefined && (result.status !== 'survived' || result.tried >= Math.min(result.of, maxChecks))
    )
  }

  get all(): readonly MutantResult[] {
    return [...this.#results.values()]
  }

  add(result: MutantResult): void {
    this.#results.set(result.id, result)
    appendFileSync(this.#path, `${JSON.stringify({ ...result, for: this.#for } satisfies Line)}\n`)
  }
}

function linesOf(path: string): Line[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line]
      } catch {
        // The last line of an interrupted run may be incomplete.
        return []
      }
    })
}
