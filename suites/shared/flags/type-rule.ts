import type { Source } from '#harness/catalogue.ts'
import { type About, expectReadyAmong, type StartOutcome } from '#harness/check/launching.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Flags, FlagValue } from '#harness/launch/flags.ts'
import type { Role } from '#harness/roles.ts'

const { must } = rulesOf({ overlaps: true })

/** What a program is started with, as far as its flags are concerned. */
export interface FlagSpec {
  readonly flags?: Flags
}

/** The program whose flags a table documents. */
export interface FlagTable {
  readonly program: Role
  /** What the ids of its flags' rules begin with: `flag`. */
  readonly idPrefix: string
  /** The section that has a flag's row. */
  readonly section: (flag: string) => string
  /** Expects a start to come to readiness. */
  readonly expectAccepted: (spec: FlagSpec) => Promise<void>
  /** Expects a start to be refused, with a reason that speaks of something. */
  readonly expectRefusal: (spec: FlagSpec, about: About) => Promise<void>
}

/** What a flag of some type is refused with, and beside what. */
export interface MistypedFlag {
  readonly flag: `--${string}`
  readonly type: string
  /** Values that are none of the type, by the words that complete "refuses". */
  readonly values: Readonly<Record<string, string>>
  /** How a value of its type is accepted, or the check of another rule that accepts one. */
  readonly accepted: AcceptedFlag | string
  /** What the program is started with beside the flag. */
  readonly beside?: () => FlagSpec | Promise<FlagSpec>
  /** What a refusal's text speaks of, when that is not the flag. */
  readonly about?: About
}

/** A value of a flag's type, and a start that shows it among those of other flags. */
export interface AcceptedFlag {
  /** Absent where the program is started with one anyway. */
  readonly value: FlagValue | undefined
  readonly together: () => Promise<StartOutcome>
  /** The faults of the reference that refuse this very value. */
  readonly sees?: readonly string[]
}

/** Declares the rule that a flag takes no value of another type. */
export function declareType(
  table: FlagTable,
  source: Source,
  { flag, type, values, accepted, beside = () => ({}), about = flag }: MistypedFlag,
): void {
  const { program, idPrefix } = table
  const name = flag.slice(2)
  const startedWith = async (value: FlagValue | undefined): Promise<FlagSpec> => {
    const spec = await beside()
    return { ...spec, flags: { ...spec.flags, ...(value !== undefined && { [flag]: value }) } }
  }
  must(
    `${idPrefix}.${name}.type`,
    { ...source, ...(typeof accepted === 'string' && { twin: accepted }), program },
    () => {
      says(`${flag} takes values of type ${type} only.`)
      if (typeof accepted !== 'string') {
        test('accepts a value of its type', async () => {
          await expectReadyAmong(await accepted.together(), async () =>
            table.expectAccepted(await startedWith(accepted.value)),
          )
        }).sees(...(accepted.sees ?? []))
      }
      test
        .for(values)('refuses %s', async (value) => {
          await table.expectRefusal(await startedWith(value), about)
        })
        .sees(`type-unchecked-${name}`)
    },
  )
}
