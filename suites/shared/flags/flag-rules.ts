import { expect, HarnessError, rulesOf, says, type StartOutcome, test } from '#kit'
import type { Source } from '#kit/tables.ts'
import { expectAccepted, expectRefusal } from '../api-server.ts'
import { targetDialect } from '../dialect.ts'
import { wrongTypeOf } from '#documents/flags.ts'
import type { FlagRow } from '#documents/shape.ts'
import { apiServerRows } from './subjects.ts'
import { flagRow } from './place.ts'
import { helpOf, normalDefault, normalType } from './help.ts'
import { type FlagTable, type TypeJudging, declareType } from './type-rule.ts'
import { type AcceptedFlags, declareValues } from './value-rule.ts'

const { must } = rulesOf({ judgedBy: 'text' })

/** Returns the rules of flags from their rows, for any program. */
export function flagRules(table: FlagTable) {
  const rowsByFlag = new Map<string, FlagRow>(table.rows.map((row) => [row.flag, row]))
  const rowOf = (flag: string): FlagRow => {
    const row = rowsByFlag.get(flag)
    if (row === undefined) throw new HarnessError('harness-fault', `The table has no row of ${flag}.`)
    return row
  }
  const { flagRow } = table
  const typeControlId = (flag: string): string =>
    `${table.idPrefix}.${flag.slice(2)}.type/accepts-a-value-of-its-type`
  const helpRule = (row: FlagRow): void => declareHelp(table, flagRow(row.flag, 'help'), row)
  const typeRule = (flag: string, judging: TypeJudging): void =>
    declareType(table, flagRow(flag, 'type'), rowOf(flag), judging)
  return {
    /** Returns the id of the check that a flag accepts a value of its type. */
    typeTwin: typeControlId,
    /** Declares the rule that the help lists a flag, with its type and its default. */
    helpRule,
    /** Declares the rule that a flag accepts no value of another type. */
    typeRule,
    /** Declares the rules of the help and the type for each row. The start has the legal values of all rows. */
    rowRules: (rows: readonly FlagRow[], sharedStart: () => Promise<StartOutcome>): void => {
      for (const row of rows) {
        const { flag, legalValues } = row
        helpRule(row)
        if (wrongTypeOf(row) === undefined) continue
        const hasAcceptedValue = legalValues !== undefined || flag === table.usualFlag
        typeRule(flag, { acceptedStart: hasAcceptedValue ? sharedStart : typeControlId(table.usualFlag) })
      }
    },
    /** Declares the rules that flags accept only the documented values. */
    valueRules: (accepted: AcceptedFlags): void => {
      for (const row of table.rows) declareValues(table, flagRow(row.flag, 'values'), row, accepted)
    },
  }
}

/** Rules of the API server's flags. */
export const { typeTwin, helpRule, typeRule, rowRules, valueRules } = flagRules({
  program: 'apiserver',
  idPrefix: 'flag',
  rows: apiServerRows,
  flagRow,
  usualFlag: '--secure-port',
  expectAccepted,
  expectRefusal,
})

function declareHelp({ program, idPrefix }: FlagTable, source: Source, row: FlagRow): void {
  const { flag, type, default: documented } = row
  const name = flag.slice(2)
  const hasDocumentedType = type !== '-'
  must(`${idPrefix}.${name}.help`, { ...source, program }, () => {
    says(
      `The help names ${flag}${hasDocumentedType ? `, of type ${type}` : ''}${documented === undefined ? '' : `, default ${documented}`}.`,
    )
    test({ title: 'the help lists the flag', id: 'names the flag' }, async () => {
      expect((await helpOf(program)).entry(flag), `the help has an entry for ${flag}`).toBeDefined()
    }).sees(`help-omits-${name}`)

    if (hasDocumentedType) {
      test(
        { title: 'the help shows the type of the flag', id: 'shows the meaning of its type' },
        async () => {
          expect(normalType(type, (await helpOf(program)).entry(flag))).toBe(type)
        },
      ).sees(`help-type-wrong-${name}`)
    }

    if (documented === undefined) return
    test({ title: 'the help shows the default of the flag', id: 'shows its default' }, async () => {
      const dialectDefault = targetDialect().text(documented)
      expect(normalDefault(dialectDefault, (await helpOf(program)).entry(flag))).toBe(dialectDefault)
    }).sees(`help-default-wrong-${name}`)
  })
}
