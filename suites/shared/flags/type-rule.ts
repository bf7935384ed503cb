import { type NamedInError, accepts, expectReadyAmong, refuses, rulesOf, says, type StartOutcome } from '#kit'
import type { Flags, FlagValue, Role } from '#kit/launch.ts'
import type { Source } from '#kit/tables.ts'
import { wrongTypeOf } from '#documents/flags.ts'
import type { FlagRow, ValueRule } from '#documents/shape.ts'

const { must } = rulesOf({ overlaps: true })

/** Flag settings of a program. */
export interface FlagSpec extends Pick<ValueRule, 'opens'> {
  readonly flags?: Flags
}

/** The program whose flags a table documents. */
export interface FlagTable {
  readonly program: Role
  /** Prefix of the ids of its flags' rules, such as `flag`. */
  readonly idPrefix: string
  readonly rows: readonly FlagRow[]
  /** Row of a flag; `aspect` distinguishes several rules of one row. */
  readonly flagRow: (flag: string, aspect?: string) => Source
  /** Flag that every start sets. */
  readonly usualFlag: string
  /** Expects a start to become ready. */
  readonly expectAccepted: (spec: FlagSpec) => Promise<void>
  /** Expects a start to be refused, with a reason that names a subject. */
  readonly expectRefusal: (spec: FlagSpec, about: NamedInError) => Promise<void>
}

/** Evidence that a flag accepts values of its type. */
export interface TypeJudging {
  /** Start with the legal values of all flags, or the id of another check that accepts a value. */
  readonly acceptedStart: (() => Promise<StartOutcome>) | string
  /** Settings of the program in addition to the flag. Default: the row's required flags. */
  readonly extraSpec?: () => FlagSpec | Promise<FlagSpec>
}

/** Declares the rule that a flag accepts no value of another type. */
export function declareType(
  { program, idPrefix, expectAccepted, expectRefusal }: FlagTable,
  source: Source,
  row: FlagRow,
  { acceptedStart, extraSpec: further = () => ({ flags: row.needs ?? {} }) }: TypeJudging,
): void {
  const { flag, type, legalValues, isNeeded, refusals, subject = flag } = row
  const name = flag.slice(2)
  // Required flags have no fault of a refused value, because it would break every check.
  const refusalFaults = isNeeded === true ? [] : (refusals ?? [`value-refused-${name}`])
  const specWithValue = async (value: FlagValue | undefined): Promise<FlagSpec> => {
    const spec = await further()
    return { ...spec, flags: { ...spec.flags, ...(value !== undefined && { [flag]: value }) } }
  }
  must(
    `${idPrefix}.${name}.type`,
    { ...source, ...(typeof acceptedStart === 'string' && { twin: acceptedStart }), program },
    () => {
      says(`${flag} takes values of type ${type} only.`)
      if (typeof acceptedStart !== 'string') {
        accepts('a value of its type', async () => {
          await expectReadyAmong(await acceptedStart(), async () =>
            expectAccepted(await specWithValue(legalValues?.[0] as FlagValue | undefined)),
          )
        }).sees(...refusalFaults)
      }
      refuses
        .for(wrongTypeOf(row) ?? {})('%s', async (value) => {
          await expectRefusal(await specWithValue(value), subject)
        })
        .sees(`type-unchecked-${name}`)
    },
  )
}
