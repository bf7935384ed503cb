import type { DocumentPart } from '#kit/tables.ts'
import { agentRows } from '../3-command-line-flags/node-agent/table/agent-rows.ts'
import { cloudManagerLeaves, managerLeaves } from '../shared/controller-manager/leaves.ts'
import { apiServerRows } from '../shared/flags/apiserver/rows.ts'
import { flagRow } from '../shared/flags/place.ts'
import { configurationTables } from '../shared/tables/configuration-tables.ts'

const types = new Map<string, string>()
// Rows with documented values.
const limited = new Set<string>()

for (const { flag, type, takes } of apiServerRows) {
  const { section, rows } = flagRow(flag)
  for (const row of rows) note(3, section, row, type, takes !== undefined)
}
for (const { flag, type, takes } of agentRows) note(3, 'Node agent flags', flag, type, takes !== undefined)
for (const { section, row, type } of [...managerLeaves, ...cloudManagerLeaves]) note(2, section, row, type)
for (const { document, section, fields } of configurationTables)
  for (const { key, legal = [], complete = [] } of fields) {
    const isList = [...legal, ...complete].some((value) => Array.isArray(value))
    note(document, section, key, isList ? 'list' : 'value')
  }

function note(document: number, section: string, row: string, type: string, isLimited = false): void {
  const key = JSON.stringify([document, section, row])
  types.set(key, type)
  if (isLimited) limited.add(key)
}

const lists = /^(strings|pairs|stringToString|list|objects|colonSeparated|reserved-memory|mapString|\[)/

const keyOf = ({ document, section, row }: DocumentPart) => JSON.stringify([document, section, row])

/** Reports whether the type of a row is a list or a map. */
export function isList(part: DocumentPart): boolean {
  return lists.test(types.get(keyOf(part)) ?? '')
}

/** Reports whether the document limits the values of a row to named ones. */
export function hasNamedValues(part: DocumentPart): boolean {
  return limited.has(keyOf(part))
}
