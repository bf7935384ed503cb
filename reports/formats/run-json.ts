import type { RunResult } from '../run-schema.ts'

/** Renders `run.json`. */
export function renderRunJson(result: RunResult): string {
  return `${JSON.stringify(result, null, 2)}\n`
}
