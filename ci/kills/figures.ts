import type { KillResult } from './killed.ts'

// Kinds of leftovers. The line of a leftover begins with its kind.
const kinds = ['process', 'mount', 'cgroup', 'file', 'the next command'] as const

/**
 * Returns the figures of a sweep as lines: a line for each command, a line for each kind of leftover that was found,
 * and the bound that follows from kills without a leftover.
 */
export function figuresOf(
  names: readonly string[],
  results: readonly (KillResult & { readonly name: string })[],
): readonly string[] {
  const perCommand = names.map((name) => {
    const commandResults = results.filter((one) => one.name === name)
    const times = commandResults.map(({ cleanedMs }) => cleanedMs).toSorted((a, b) => a - b)
    const median = times[Math.floor(times.length / 2)] ?? 0
    return `${name.padEnd(8)} ${commandResults.length} kills, ${wrongCountOf(commandResults)} wrong; clean in ${median} ms (median), ${times.at(-1) ?? 0} ms (longest)`
  })
  const lines = results.flatMap(({ problems }) => problems)
  const perKind = kinds.map((kind) => `${kind}: ${lines.filter((line) => line.startsWith(kind)).length}`)
  const wrongCount = wrongCountOf(results)
  // By the rule of three: if no kill of n leaves something, the share of kills that do is at most 3/n, with 95 %
  // confidence.
  const confidenceText =
    wrongCount > 0 || results.length === 0
      ? ''
      : `; at most ${((100 * 3) / results.length).toFixed(1)} % of all kills leave something, with 95 % confidence`
  return [
    ...perCommand,
    `leftovers: ${perKind.join(', ')}`,
    `${results.length} kills, ${wrongCount} wrong${confidenceText}`,
  ]
}

function wrongCountOf(results: readonly KillResult[]): number {
  return results.filter(({ problems }) => problems.length > 0).length
}
