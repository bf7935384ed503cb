import { type NamedCases, formerly, seeing } from '#kit/tables.ts'
import { ownersOf } from './rows.ts'
import type {
  Changes,
  Field,
  NearMisses,
  MissingField,
  Row,
  Section,
  ValueRule,
  InvalidValues,
} from './shape.ts'

type RowDetails = string | readonly string[]
/** Documented properties of a field, without its key, which the surrounding table has. */
export type Facts = Omit<Row, 'key'>
/** The fields of a kind of file. */
export type FieldTable = Section<Field>

/**
 * Returns the fields of a type at a path of the file. The document describes the type in a table, or in a sentence.
 */
export function fieldsOf(
  owner: string,
  path: string,
  facts: Readonly<Record<string, Facts>>,
  isIn: 'table' | 'sentence' = 'table',
): Field[] {
  return Object.entries(facts).map(([name, its]) => ({
    ...its,
    name,
    key: isIn === 'table' ? name : `${owner}.${name}`,
    of: owner,
    path: path === '' ? name : `${path}.${name}`,
  }))
}

/** Returns a table with the fields that `isPart` selects. */
export function filterTable(table: FieldTable, isPart: (field: Field) => boolean): FieldTable {
  return { ...table, rows: table.rows.filter(isPart) }
}

/** Requirement of a field, with the path of the field and the aspect of the rule. */
type LocatedRequirement = MissingField &
  Pick<Field, 'name' | 'key' | 'of' | 'path'> & { readonly aspect: string }

/** Returns the required fields. Their aspect names the type if another type has the same key. */
export function requiredOf(table: FieldTable, aspect: string): LocatedRequirement[] {
  return table.rows.flatMap(({ requirement = [], name, key, of, path }) =>
    [requirement].flat().map((one) => {
      const part = one.aspect ?? aspect
      return {
        path,
        ...one,
        name,
        key,
        of,
        aspect: ownersOf(table, key).length > 0 ? `of ${of}, ${part}` : part,
      }
    }),
  )
}

/**
 * Returns the required fields by their type. The aspect names the type if another type has a field with the same key.
 */
export function requiredByType(
  table: FieldTable,
  aspect: string,
): { of: string; rows: string[]; aspect: string; fields: LocatedRequirement[] }[] {
  const requiredFields = requiredOf(table, aspect)
  return [...new Set(requiredFields.map(({ of: owner }) => owner))].map((of) => {
    const fields = requiredFields.filter((field) => field.of === of)
    const rows = [...new Set(fields.map(({ key }) => key))]
    const isShared = rows.some((row) => ownersOf(table, row).length > 0)
    return { of, fields, rows, aspect: isShared ? `of ${of}, ${aspect}` : aspect }
  })
}

/** Returns the near misses of a rule. A near miss without a fault has the fault of the rule. */
export function nearOf({
  nearMisses,
  fault = '',
}: Pick<ValueRule, 'nearMisses' | 'fault'>): Record<string, InvalidValues> {
  const completeCase = (nearCase: NearMisses[string]): InvalidValues =>
    isValues(nearCase) ? { fault, values: nearCase } : { fault, ...nearCase }
  return Object.fromEntries(Object.entries(nearMisses).map(([words, one]) => [words, completeCase(one)]))
}

function isValues(nearCase: NearMisses[string]): nearCase is InvalidValues['values'] {
  return Array.isArray(nearCase)
}

/** Returns near misses as entries of `test.for`. */
export function namedCases<T>(
  wrongValues: Readonly<Record<string, InvalidValues>>,
  makeCase: (invalidValues: InvalidValues) => T,
): NamedCases<T> {
  return Object.fromEntries(
    Object.entries(wrongValues).map(([words, one]) => {
      const entry = seeing([one.fault], makeCase(one))
      return [words, one.formerly === undefined ? entry : formerly(one.formerly, entry)]
    }),
  )
}

/** Returns values of a wrong type for each field, as entries of `test.for`. */
export function mistypedOf({ rows }: FieldTable): NamedCases<{ changes: Changes; subject: RowDetails }> {
  return Object.assign(
    {},
    ...rows.map(({ name, path, mistypedValues = {} }) =>
      namedCases(nearOf({ nearMisses: mistypedValues }), (one) => ({
        changes: { [one.path ?? path]: one.values[0] },
        subject: one.subject ?? name,
      })),
    ),
  ) as NamedCases<{ changes: Changes; subject: RowDetails }>
}

/** Returns the cases that are also checked in v1alpha1, one of each kind. */
export function inV1alpha1Of({
  rows,
}: FieldTable): NamedCases<readonly [changes: Changes, subject: RowDetails]> {
  return Object.fromEntries(
    rows.flatMap(({ name, path, requirement = [], rules = [], mistypedValues = {} }) => {
      const wrongValues = [...rules, { nearMisses: mistypedValues }]
        .map(nearOf)
        .flatMap((group) => Object.values(group))
      const missingValues = [requirement].flat().map((one) => ({ ...one, values: [undefined] }))
      return [...missingValues, ...wrongValues].flatMap(
        ({ inV1alpha1, fault, values, subject = name, path: changePath = path }) =>
          inV1alpha1 === undefined
            ? []
            : [[inV1alpha1, seeing([fault], [{ [changePath]: values[0] }, subject] as const)] as const],
      )
    }),
  )
}

/** Returns the fields of a type with their values in an entry of the complete file. */
export function entryValues({ rows }: FieldTable, owner: string, index: number): Record<string, unknown> {
  const ownFields = rows.filter((field) => field.of === owner && field.usualValues !== undefined)
  return Object.fromEntries(
    ownFields.map(({ name, usualValues = [] }) => [
      name,
      index < usualValues.length ? usualValues[index] : usualValues[0],
    ]),
  )
}

/** Returns the faults that refuse a legal part of the complete file. */
export function refusalsOf({ rows }: FieldTable): string[] {
  return rows.flatMap(({ refusals = [] }) => refusals)
}
