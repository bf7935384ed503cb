import { runningCheck } from './context.ts'
import { formatValue } from './format-value.ts'

/** A failed comparison. */
export interface Comparison {
  /**
   * Description of the compared value, in the check's words; `undefined` if the values need no description.
   */
  readonly subject: string | undefined
  /** The matcher with its modifiers, such as `not.toEqual`. */
  readonly matcher: string
  readonly expected: readonly unknown[]
  readonly actual: unknown
}

/** Returns a failed comparison as a readable sentence with its subject and the whole expected and actual values. */
export function failedComparison({ subject: description, matcher, expected, actual }: Comparison): string {
  const words = [...matcher.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase()).join(' ')
  const expectedText = expected.length === 0 ? '' : ` ${expected.map(valueText).join(', ')}`
  const subject = description ?? (typeof actual === 'boolean' ? titleOfCheck() : undefined)
  return `${subject === undefined ? '' : `${subject}: `}expected ${valueText(actual)} ${words}${expectedText}`
}

/** Returns the title of the running check, which explains a boolean: `true` alone has no meaning. */
function titleOfCheck(): string | undefined {
  return runningCheck()?.id.split('/').at(-1)?.replaceAll('-', ' ')
}

function valueText(value: unknown): string {
  if (value === undefined) return 'undefined'
  const formattedValue = formatValue(value)
  return typeof formattedValue === 'string' && typeof value !== 'string'
    ? formattedValue
    : JSON.stringify(formattedValue)
}
