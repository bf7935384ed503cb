import { type NamedCases, formerly, seeing } from '#kit/tables.ts'
import { ownersOf } from './rows.ts'
import type { Changes, Field, Near, Required, Row, Section, ValueRule, Wrong } from './shape.ts'

type About = string | readonly string[]
/** Properties of a field. */
export type Facts = Omit<Row, 'key'>
/** The fields of a kind of file. */
export type FieldTable = Section<Field>

/** Returns the fields of a type at a path of the file. The document describes it in a table, or in a sentence. */
export function fieldsOf(
  of: string,
  at: string,
  facts: Readonly<Record<string, Facts>>,
  isIn: 'table' | 'sentence' = 'table',
): Field[] {
  return Object.entries(facts).map(([name, its]) => ({
    ...its,
    name,
    key: isIn === 'table' ? name : `${of}.${name}`,
    of,
    path: at === '' ? name : `${at}.${name}`,
  }))
}

/** Returns a table with some of its fields. */
export function partOf(table: FieldTable, isPart: (field: Field) => boolean): FieldTable {
  return { ...table, rows: table.rows.filter(isPart) }
}

/** A required field, in one of its places. */
type RequiredField = Required & Pick<Field, 'name' | 'key' | 'of' | 'path'> & { readonly aspect: string }

/** Returns the required fields. Their aspect names the type if another type has the same key. */
export function requiredOf(table: FieldTable, aspect: string): RequiredField[] {
  return table.rows.flatMap(({ required = [], name, key, of, path }) =>
    [required].flat().map((one) => {
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
 * Returns the required fields by their type. The aspect of all names the type if another type has one of their keys.
 */
export function requiredByType(
  table: FieldTable,
  aspect: string,
): { of: string; rows: string[]; aspect: string; fields: RequiredField[] }[] {
  const all = requiredOf(table, aspect)
  return [...new Set(all.map(({ of }) => of))].map((of) => {
    const fields = all.filter((field) => field.of === of)
    const rows = [...new Set(fields.map(({ key }) => key))]
    const isShared = rows.some((row) => ownersOf(table, row).length > 0)
    return { of, fields, rows, aspect: isShared ? `of ${of}, ${aspect}` : aspect }
  })
}

/** Returns the near misses of a rule, each with all properties. */
export function nearOf({ near, fault = '' }: Pick<ValueRule, 'near' | 'fault'>): Record<string, Wrong> {
  const wholeOf = (one: Near[string]): Wrong => (isValues(one) ? { fault, values: one } : { fault, ...one })
  return Object.fromEntries(Object.entries(near).map(([words, one]) => [words, wholeOf(one)]))
}

function isValues(one: Near[string]): one is Wrong['values'] {
  return Array.isArray(one)
}

/** Returns near misses as entries of `test.for`. */
export function casesOf<T>(wrong: Readonly<Record<string, Wrong>>, of: (one: Wrong) => T): NamedCases<T> {
  return Object.fromEntries(
    Object.entries(wrong).map(([words, one]) => {
      const entry = seeing([one.fault], of(one))
      return [words, one.formerly === undefined ? entry : formerly(one.formerly, entry)]
    }),
  )
}

/** Returns values of another type in each field, as entries of `test.for`. */
export function mistypedOf({ rows }: FieldTable): NamedCases<{ changes: Changes; about: About }> {
  return Object.assign(
    {},
    ...rows.map(({ name, path, mistyped = {} }) =>
      casesOf(nearOf({ near: mistyped }), (one) => ({
        changes: { [one.path ?? path]: one.values[0] },
        about: one.about ?? name,
      })),
    ),
  ) as NamedCases<{ changes: Changes; about: About }>
}

/** Returns the cases that are also checked in v1alpha1: one of each kind. */
export function inV1alpha1Of({ rows }: FieldTable): NamedCases<readonly [changes: Changes, about: About]> {
  return Object.fromEntries(
    rows.flatMap(({ name, path, required = [], rules = [], mistyped = {} }) => {
      const wrong = [...rules, { near: mistyped }].map(nearOf).flatMap((group) => Object.values(group))
      const missing = [required].flat().map((one) => ({ ...one, values: [undefined] }))
      return [...missing, ...wrong].flatMap(({ inV1alpha1, fault, values, about = name, path: at = path }) =>
        inV1alpha1 === undefined
          ? []
          : [[inV1alpha1, seeing([fault], [{ [at]: values[0] }, about] as const)] as const],
      )
    }),
  )
}

/** Returns the fields of a type with their values in an entry of the complete file. */
export function entryOf({ rows }: FieldTable, of: string, at: number): Record<string, unknown> {
  const own = rows.filter((field) => field.of === of && field.usual !== undefined)
  return Object.fromEntries(
    own.map(({ name, usual = [] }) => [name, at < usual.length ? usual[at] : usual[0]]),
  )
}

/** The faults that refuse a legal part of the complete file. */
export function refusalsOf({ rows }: FieldTable): string[] {
  return rows.flatMap(({ refusals = [] }) => refusals)
}
