import type { About } from '#harness/check/launching.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { AcceptedTogether } from '../../../shared/accepted-together.ts'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const { must } = rulesOf({ overlaps: true })

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
  /** Flags that say something else about the same thing. */
  readonly apartFrom?: readonly string[]
}

/** The rules that each of some flags takes its documented values and no others. */
export function valueRules(accepted: AcceptedTogether, enumerations: readonly Enumeration[]): void {
  for (const { flag, called, values, wrong, about = flag, beside = {}, apartFrom } of enumerations) {
    const name = flag.slice(2)
    const expectEach = values.map((value) => accepted({ ...beside, [flag]: value }, apartFrom))
    must(`flag.${name}.values`, flagRow(flag, 'values'), () => {
      says(`The ${called} are ${values.join(', ')}.`)
      test('accepts each documented value', async () => {
        for (const expectIt of expectEach) await expectIt()
      }).sees(`legal-value-refused-${name}`)

      test
        .for(wrong)('refuses %s', async (value) => {
          await expectRefusal({ flags: { ...beside, [flag]: value } }, about)
        })
        .sees(`values-unchecked-${name}`)
    })
  }
}
