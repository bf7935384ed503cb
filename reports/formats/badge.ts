import { claimsOf, headlineOf } from '../headline.ts'
import type { RunResult } from '../run-schema.ts'

/** Renders a badge in the endpoint format of shields.io. */
export function renderBadge(result: RunResult): string {
  return renderBadgeOf(result.target.name, result)
}

/** Renders a badge for an implementation by this name. */
export function renderBadgeOf(name: string, result: RunResult): string {
  const badge = {
    schemaVersion: 1,
    label: `${name} conformance`,
    message: headlineOf(result).title,
    color: colourOf(result),
    isError: result.outcome !== 'conformant',
  }
  return `${JSON.stringify(badge)}\n`
}

/**
 * Returns the colour of a badge. A conformant run is green only if it may claim a profile; any other conformant run is
 * blue.
 */
function colourOf(result: RunResult): string {
  if (result.outcome === 'conformant') return claimsOf(result).length > 0 ? 'brightgreen' : 'blue'
  return result.outcome === 'stale' || result.outcome === 'inconclusive' ? 'yellow' : 'red'
}
