import type { Source } from '#harness/catalogue.ts'
import { type About, expectReadyAmong, type StartOutcome } from '#harness/check/launching.ts'
import { accepts, refuses, says } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Flags, FlagValue } from '#harness/launch/flags.ts'
import type { Role } from '#harness/roles.ts'
import type { FlagRow, TakenValues } from './row/flag-row.ts'
import { mistypedOf } from './row/wrong-values.ts'

const { must } = rulesOf({ overlaps: true })

/** What a program is started with, as far as its flags are concerned. */
export interface FlagSpec extends Pick<TakenValues, 'opens'> {
  readonly flags?: Flags
}

/** The program whose flags a table documents. */
export interface FlagTable {
  readonly program: Role
  /** What the ids of its flags' rules begin with: `flag`. */
  readonly idPrefix: string
  readonly rows: readonly FlagRow[]
  /** The section that has a flag's row. */
  readonly section: (flag: string) => string
  /** A flag that each start has. */
  readonly usual: string
  /** Expects a start to come to readiness. */
  readonly expectAccepted: (spec: FlagSpec) => Promise<void>
  /** Expects a start to be refused, with a reason that speaks of something. */
  readonly expectRefusal: (spec: FlagSpec, about: About) => Promise<void>
}

/** How it is seen whether a flag takes values of its type. */
export interface TypeJudging {
  /** A start with its legal value among those of other flags, or the check of another rule that accepts one. */
  readonly accepted: (() => Promise<StartOutcome>) | string
  /** What the program is started with beside the flag; what the row needs unless set. */
  readonly beside?: () => FlagSpec | Promise<FlagSpec>
}

/** Declares the rule that a flag takes no value of another type. */
export function declareType(
  { program, idPrefix, expectAccepted, expectRefusal }: FlagTable,
  source: Source,
  row: FlagRow,
  { accepted, beside = () => ({ flags: row.needs ?? {} }) }: TypeJudging,
): void {
  const { flag, type, legal, isNeeded, refusal, about = flag } = row
  const name = flag.slice(2)
  // Refusing what each start has would break everything and show nothing.
  const refusing = isNeeded === true ? [] : [refusal ?? `value-refused-${name}`]
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
        accepts('a value of its type', async () => {
          await expectReadyAmong(await accepted(), async () => expectAccepted(await startedWith(legal)))
        }).sees(...refusing)
      }
      refuses
        .for(mistypedOf(row) ?? {})('%s', async (value) => {
          await expectRefusal(await startedWith(value), about)
        })
        .sees(`type-unchecked-${name}`)
    },
  )
}
