import { runningCheck } from './context.ts'
import { shown } from './shown.ts'

/** A comparison that did not come out. */
export interface Comparison {
  /** What was looked at, in the check's words; left out where the values speak for themselves. */
  readonly what: string | undefined
  /** The matcher with the words in front of it: `not.toEqual`. */
  readonly matcher: string
  readonly expected: readonly unknown[]
  readonly actual: unknown
}

/** A failed comparison as a sentence for people: what was awaited of whom, and what came, in whole. */
export function failedComparison({ what, matcher, expected, actual }: Comparison): string {
  const words = [...matcher.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase()).join(' ')
  const wanted = expected.length === 0 ? '' : ` ${expected.map(asText).join(', ')}`
  const about = what ?? (typeof actual === 'boolean' ? titleOfCheck() : undefined)
  return `${about === undefined ? '' : `${about}: `}expected ${asText(actual)} ${words}${wanted}`
}

/** A truth value says nothing by itself: what it is the truth of, the check's title tells. */
function titleOfCheck(): string | undefined {
  return runningCheck()?.id.split('/').at(-1)?.replaceAll('-', ' ')
}

function asText(value: unknown): string {
  if (value === undefined) return 'undefined'
  const plain = shown(value)
  return typeof plain === 'string' && typeof value !== 'string' ? plain : JSON.stringify(plain)
}
