import type { Source } from '#harness/catalogue.ts'
import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { expectAccepted, expectRefusal } from '../api-server.ts'
import { targetDialect } from '../dialect.ts'
import { helpOf, meantDefault, meantType } from './help.ts'
import { type FlagTable, type MistypedFlag, declareType } from './type-rule.ts'

const { must } = rulesOf({ judgedBy: 'text' })

/** One row of the flag table. */
export interface DocumentedFlag {
  readonly flag: `--${string}`
  /** The documented type word; a dash where the document has one. */
  readonly type: string
  /** Absent where the document has a dash. */
  readonly default?: string
}

// The tables give these with their short form.
const withShortForm: Readonly<Record<string, string>> = { '--help': '-h, --help', '--v': '-v, --v' }
// Two families of audit flags share one table of what stands behind these.
const auditFamilies = /^(--audit-(?:log|webhook))-(batch-.+|mode|truncate-.+|version)$/

const bare = (flag: string): string => flag.slice(2)

/** The rules that every flag of a table has, whichever program takes it. */
export function flagRules(table: FlagTable) {
  const flagRow = (flag: string, aspect?: string) => rowOf(table, flag, aspect)
  return {
    /** Where the flag's row stands; `aspect` tells several rules of one row apart. */
    flagRow,
    /** The rule that the help names a flag, with the meaning of its type and with its default. */
    helpRule: (flag: DocumentedFlag) => declareHelp(table, flag),
    /** The rule that a flag takes no value of another type. */
    typeRule: (flag: MistypedFlag) => declareType(table, rowOf(table, flag.flag, 'type'), flag),
  }
}

/** The rules of the API server's flags. */
export const { flagRow, helpRule, typeRule } = flagRules({
  program: 'apiserver',
  idPrefix: 'flag',
  section: (flag) => (flag.startsWith('--audit-') ? 'Audit flags of the API server' : 'API server flags'),
  expectAccepted,
  expectRefusal,
})

function rowOf({ section }: FlagTable, flag: string, aspect?: string): Source {
  const [, family, suffix = flag] = auditFamilies.exec(flag) ?? []
  const about = [family && `of ${family}`, aspect].filter((part) => part !== undefined)
  return {
    document: 3,
    section: section(flag),
    rows: [withShortForm[flag] ?? suffix],
    ...(about.length > 0 && { aspect: about.join(', ') }),
  }
}

function declareHelp(table: FlagTable, { flag, type, default: documented }: DocumentedFlag): void {
  const { program, idPrefix } = table
  const name = bare(flag)
  const hasType = type !== '-'
  must(`${idPrefix}.${name}.help`, { ...rowOf(table, flag, 'help'), program }, () => {
    says(
      `The help names ${flag}${hasType ? `, of type ${type}` : ''}${documented === undefined ? '' : `, default ${documented}`}.`,
    )
    test('names the flag', async () => {
      expect((await helpOf(program)).entry(flag), `the help has an entry for ${flag}`).toBeDefined()
    }).sees(`help-omits-${name}`)

    if (hasType) {
      test('shows the meaning of its type', async () => {
        expect(meantType(type, (await helpOf(program)).entry(flag))).toBe(type)
      }).sees(`help-type-wrong-${name}`)
    }

    if (documented === undefined) return
    test('shows its default', async () => {
      const spelled = targetDialect().text(documented)
      expect(meantDefault(spelled, (await helpOf(program)).entry(flag))).toBe(spelled)
    }).sees(`help-default-wrong-${name}`)
  })
}

/** The check that accepts a value of its type for an API server's flag. */
export function typeTwin(flag: `--${string}`): string {
  return `flag.${bare(flag)}.type/accepts-a-value-of-its-type`
}
