import type { About, StartOutcome } from '#harness/check/launching.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { Flags, FlagValue } from '#harness/launch/flags.ts'
import { expectAccepted, expectRefusal, sharedOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

/** A flag that takes the documented values only. */
export interface Enumeration {
  readonly flag: `--${string}`
  /** What the values are called, in the plural. */
  readonly called: string
  readonly values: readonly string[]
  /** Values that are not documented, by the words that complete "refuses". */
  readonly wrong: Readonly<Record<string, string>>
  /** What a refusal's text speaks of, when that is not the flag. */
  readonly about?: About
  /** Other flags without which the value would not matter. */
  readonly beside?: Flags
}

/** Starts that show one value of each enumeration at a time; as many as the longest has values. */
function startsOf(enumerations: readonly Enumeration[]): readonly (() => Promise<StartOutcome>)[] {
  const longest = Math.max(...enumerations.map(({ values }) => values.length))
  return Array.from({ length: longest }, (_, at) =>
    sharedOutcome(() => ({
      flags: Object.assign(
        {},
        ...enumerations.map(({ flag, values, beside }) => {
          const value: FlagValue | undefined = values[at]
          return { ...beside, ...(value !== undefined && { [flag]: value }) }
        }),
      ) as Flags,
    })),
  )
}

/** The rules that each of some flags takes its documented values and no others; few starts show the accepted ones. */
export function valueRules(enumerations: readonly Enumeration[]): void {
  const starts = startsOf(enumerations)
  for (const { flag, called, values, wrong, about = flag, beside = {} } of enumerations) {
    const name = flag.slice(2)
    rule(
      {
        id: `flag.${name}.values`,
        level: 'MUST',
        says: `The ${called} are ${values.join(', ')}.`,
        source: flagRow(flag, 'values'),
        overlaps: true,
      },
      () => {
        test('accepts each documented value', async () => {
          for (const [at, value] of values.entries()) {
            const together = await starts[at]?.()
            // When others spoil the start, the flag is judged by itself.
            if (together?.outcome === 'ready') expect(together).toMatchObject({ outcome: 'ready' })
            else await expectAccepted({ flags: { ...beside, [flag]: value } })
          }
        }).sees(`legal-value-refused-${name}`)

        test
          .for(wrong)('refuses %s', async (value) => {
            await expectRefusal({ flags: { ...beside, [flag]: value } }, about)
          })
          .sees(`values-unchecked-${name}`)
      },
    )
  }
}
