import { isDeepStrictEqual } from 'node:util'
import type { HeaderEvent } from '../header.ts'
import { quoted } from '../shell.ts'

/** Options of a run that select its rules. A whole run has none of these options. */
export type Filter = Pick<HeaderEvent['selection'], 'only' | 'grep' | 'profiles'>

/** Returns the filter of a run with sorted values; `undefined` for a whole run. */
export function filterOf({ only, grep, profiles }: Filter): Filter | undefined {
  if ([only, grep, profiles].every((one) => one === undefined)) return undefined
  return {
    ...(only && { only: only.toSorted() }),
    ...(grep && { grep: grep.toSorted() }),
    ...(profiles && { profiles: profiles.toSorted() }),
  }
}

/** Reports whether two filters select the same rules. */
export function isSameFilter(one: Filter | undefined, other: Filter | undefined): boolean {
  return isDeepStrictEqual(filterOf(one ?? {}), filterOf(other ?? {}))
}

/** Returns a filter as command-line options, or `a whole run`. */
export function filterText(filter: Filter | undefined): string {
  const { only = [], grep = [], profiles = [] } = filter ?? {}
  const options = [
    ...only.map((glob) => `--only ${quoted(glob)}`),
    ...grep.map((pattern) => `--grep ${quoted(pattern)}`),
    ...profiles.map((name) => `--profile ${name}`),
  ]
  return options.length === 0 ? 'a whole run' : `a run with ${options.join(' ')}`
}
