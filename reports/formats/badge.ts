import { claimsOf, headlineOf } from '../headline.ts'
import type { RunResult } from '../run-schema.ts'

/** What shields.io and its like draw a badge from, by their endpoint format. */
export function renderBadge(result: RunResult): string {
  const badge = {
    schemaVersion: 1,
    label: `${result.target.name} conformance`,
    message: headlineOf(result).title,
    color: colourOf(result),
    isError: result.outcome !== 'conformant',
  }
  return `${JSON.stringify(badge)}\n`
}

/** Green is a claim; what is green and claims nothing is blue. */
function colourOf(result: RunResult): string {
  if (result.outcome === 'conformant') return claimsOf(result).length > 0 ? 'brightgreen' : 'blue'
  return result.outcome === 'stale' || result.outcome === 'inconclusive' ? 'yellow' : 'red'
}
