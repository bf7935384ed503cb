import { accepts, refuses, rulesOf, says } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { Source } from '#kit/tables.ts'
import { flagValuesOf } from '#documents/flags.ts'
import type { FlagRow } from '#documents/shape.ts'
import type { FlagTable } from './type-rule.ts'

const { must } = rulesOf({ overlaps: true })

/** Declares flags of a program, and returns a function that expects that the program accepts them. */
export type AcceptedFlags = (flags: Flags, conflictingFlags?: readonly string[]) => () => Promise<void>

/** Declares the rules that a flag accepts only its documented values, if they are limited. */
export function declareValues(
  { program, expectRefusal }: FlagTable,
  source: Source,
  { flag, type, isNeeded, rules = [] }: FlagRow,
  accepted: AcceptedFlags,
): void {
  const name = flag.slice(2)
  // Fault that refuses a legal value.
  const refusalFault = type.startsWith('int') ? `value-refused-${name}` : `legal-value-refused-${name}`
  for (const {
    id,
    says: sentence,
    legalValues = [],
    nearMisses,
    neededFlags: needed = {},
    subject = flag,
    ...more
  } of rules) {
    const { opens, conflictingFlags } = more
    const acceptedFlags =
      legalValues.length === 0 ? [needed] : legalValues.map((value) => ({ ...needed, [flag]: value }))
    const expectations = acceptedFlags.map((flags) => accepted(flags, conflictingFlags))
    must(id, { ...source, program }, () => {
      says(sentence)
      accepts('each documented value', async () => {
        for (const expectAcceptedFlags of expectations) await expectAcceptedFlags()
      }).sees(...(isNeeded ? [] : [refusalFault]))

      refuses
        .for(flagValuesOf(nearMisses))('%s', async (value) => {
          await expectRefusal({ flags: { ...needed, [flag]: value }, ...(opens && { opens }) }, subject)
        })
        .sees(`values-unchecked-${name}`)
    })
  }
}
