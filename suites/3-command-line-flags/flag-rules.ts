import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { expectRefusal, type ServerSpec } from '../fixtures/api-server.ts'
import { targetDialect } from '../fixtures/dialect.ts'
import { apiServerHelp, meantDefault, meantType } from '../fixtures/help.ts'

/** One row of the flag table. */
export interface DocumentedFlag {
  readonly flag: `--${string}`
  /** The documented type word; a dash where the document has one. */
  readonly type: string
  /** Absent where the document has a dash. */
  readonly default?: string
}

/** Where the flag's row stands; `aspect` tells several rules of one row apart. */
export function flagRow(flag: string, aspect?: string) {
  const row = aspect === undefined ? flag : `${flag}, ${aspect}`
  const section = flag.startsWith('--audit-') ? 'Audit flags of the API server' : 'API server flags'
  return { document: 3, section, row } as const
}

const bare = (flag: string): string => flag.slice(2)

/** The rule that the help names a flag, with the meaning of its type and with its default. */
export function helpRule({ flag, type, default: documented }: DocumentedFlag): void {
  const name = bare(flag)
  const named = 'names the flag'
  const typed = 'shows the meaning of its type'
  const hasType = type !== '-'
  const defaulted = 'shows its default'
  const titles = [named, ...(hasType ? [typed] : []), ...(documented === undefined ? [] : [defaulted])]
  rule(
    {
      id: `flag.${name}.help`,
      level: 'MUST',
      says: `The help names ${flag}${hasType ? `, of type ${type}` : ''}${documented === undefined ? '' : `, default ${documented}`}.`,
      source: flagRow(flag, 'help'),
      faults: {
        [`help-omits-${name}`]: titles,
        ...(hasType ? { [`help-type-wrong-${name}`]: [typed] } : {}),
        ...(documented === undefined ? {} : { [`help-default-wrong-${name}`]: [defaulted] }),
      },
    },
    () => {
      test(named, async () => {
        expect((await apiServerHelp()).entry(flag)).toBeDefined()
      })

      if (hasType) {
        test(typed, async () => {
          expect(meantType(type, (await apiServerHelp()).entry(flag))).toBe(type)
        })
      }

      if (documented === undefined) return
      test(defaulted, async () => {
        const spelled = targetDialect().text(documented)
        expect(meantDefault(spelled, (await apiServerHelp()).entry(flag))).toBe(spelled)
      })
    },
  )
}

/** What a flag of some type is refused with, and beside what. */
export interface MistypedFlag {
  readonly flag: `--${string}`
  readonly type: string
  /** Values that are none of the type, by the words that complete "refuses". */
  readonly values: Readonly<Record<string, string>>
  /** The check that accepts the flag with a value of its type. */
  readonly twin: string
  /** What the server is started with beside the flag. */
  readonly beside?: () => ServerSpec | Promise<ServerSpec>
  /** What a refusal's text speaks of, when that is not the flag. */
  readonly about?: string
}

/** The rule that a flag takes no value of another type. */
export function typeRule({
  flag,
  type,
  values,
  twin,
  beside = () => ({}),
  about = flag,
}: MistypedFlag): void {
  const name = bare(flag)
  rule(
    {
      id: `flag.${name}.type`,
      level: 'MUST',
      says: `${flag} takes values of type ${type} only.`,
      source: flagRow(flag, 'type'),
      twin,
      overlaps: true,
      faults: { [`type-unchecked-${name}`]: Object.keys(values).map((value) => `refuses ${value}`) },
    },
    () => {
      test.for(values)('refuses %s', async (value) => {
        const spec = await beside()
        await expectRefusal({ ...spec, flags: { ...spec.flags, [flag]: value } }, about)
      })
    },
  )
}
