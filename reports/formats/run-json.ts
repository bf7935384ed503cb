import type { RunResult } from '../run-schema.ts'

/** The text of `run.json`. */
export function renderRunJson(result: RunResult): string {
  return `${JSON.stringify(result, null, 2)}\n`
}
