import { isDeepStrictEqual } from 'node:util'
import type { HeaderEvent } from '../events.ts'
import { quoted } from '../shell.ts'

/** Which rules a baseline is about; of a whole run, there is none. */
export type Filter = Pick<HeaderEvent['selection'], 'only' | 'profiles'>

/** The filter of a run, whatever the order of its options; `undefined` for a whole run. */
export function filterOf({ only, profiles }: Filter): Filter | undefined {
  if (only === undefined && profiles === undefined) return undefined
  return {
    ...(only && { only: only.toSorted() }),
    ...(profiles && { profiles: profiles.toSorted() }),
  }
}

/** Whether two filters select the same rules. */
export function isSameFilter(one: Filter | undefined, other: Filter | undefined): boolean {
  return isDeepStrictEqual(filterOf(one ?? {}), filterOf(other ?? {}))
}

/** A filter as the command line has it, or `a whole run`. */
export function filterText(filter: Filter | undefined): string {
  const { only = [], profiles = [] } = filter ?? {}
  const options = [
    ...only.map((glob) => `--only ${quoted(glob)}`),
    ...profiles.map((name) => `--profile ${name}`),
  ]
  return options.length === 0 ? 'a whole run' : `a run with ${options.join(' ')}`
}
