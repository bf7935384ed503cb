import { accepts, refuses, rulesOf, says } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { Source } from '#kit/tables.ts'
import type { FlagRow } from './row/flag-row.ts'
import type { FlagTable } from './type-rule.ts'

const { must } = rulesOf({ overlaps: true })

/** Declares flags that a program accepts, and returns a function that expects so. */
export type AcceptedFlags = (flags: Flags, apartFrom?: readonly string[]) => () => Promise<void>

/** Declares the rule that a flag accepts only its documented values, if they are limited. */
export function declareValues(
  { program, idPrefix, expectRefusal }: FlagTable,
  source: Source,
  { flag, type, isNeeded, takes }: FlagRow,
  accepted: AcceptedFlags,
): void {
  if (takes === undefined) return
  const { says: sentence, legal, wrong, beside = {}, about = flag, opens, apartFrom } = takes
  const name = flag.slice(2)
  const given = legal.length === 0 ? [beside] : legal.map((value) => ({ ...beside, [flag]: value }))
  const expectEach = given.map((flags) => accepted(flags, apartFrom))
  // Words have a fault that refuses the last of them, and numbers one that refuses any.
  const refusing = type.startsWith('int') ? `value-refused-${name}` : `legal-value-refused-${name}`
  must(`${idPrefix}.${name}.values`, { ...source, program }, () => {
    says(sentence)
    accepts('each documented value', async () => {
      for (const expectIt of expectEach) await expectIt()
    }).sees(...(isNeeded ? [] : [refusing]))

    refuses
      .for(wrong)('%s', async (value) => {
        await expectRefusal({ flags: { ...beside, [flag]: value }, ...(opens && { opens }) }, about)
      })
      .sees(`values-unchecked-${name}`)
  })
}
