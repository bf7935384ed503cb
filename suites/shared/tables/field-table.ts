import { type NamedCases, formerly, seeing, type Source } from '#kit/tables.ts'
import type { Changes } from '../configuration/apply-changes.ts'

type About = string | readonly string[]
type Values = readonly [unknown, ...unknown[]]

/** Changes of generated files that give a field a value. The number selects one of several equivalent ways. */
type Drawn = (value: unknown, pick: number) => Changes

/** A refused file. */
interface Refused {
  /** The fault of the reference that accepts it. */
  readonly fault: string
  /** Words that complete "refuses a file … " of version v1alpha1, if that version is also checked. */
  readonly inV1alpha1?: string
  /** The name of the violation in generated files; without it they do not contain it. */
  readonly constraint?: string
  /** Subject of the refusal; default the field. */
  readonly about?: About
  /** Path of the change; default that of the field. */
  readonly path?: string
  /** Changes of generated files for this violation, if it is more than the value of the field. */
  readonly drawn?: Drawn
}

/** Invalid values of a field. The check uses the first, and generated files draw from all. */
export interface Wrong extends Refused {
  readonly values: Values
  /** The words in the id of its check, if its title has changed. */
  readonly formerly?: string
}

/** A file without a field that its table marks as required. */
export interface Required extends Refused {
  /** Suffix of the id of its rule, if it has a separate rule. */
  readonly id?: string
  /** Words that complete "refuses a file without …"; default the key. */
  readonly words?: string
  /** The part of the row with the requirement, if that is not the whole column. */
  readonly aspect?: string
}

/** A rule about the values of a field, with near misses in words. */
export interface ValueRule {
  readonly id: string
  readonly says: string
  /** Place of the statement in the document, if that is not only the row of the field. */
  readonly place?: Partial<Pick<Source, 'section' | 'rows' | 'aspect'>>
  /** Files that are valid nevertheless, each with the fault that refuses it. */
  readonly accepts?: Readonly<Record<string, { readonly fault: string; readonly changes: Changes }>>
  /** Words that complete "refuses" in the title of its checks; default %s. */
  readonly title?: string
  /** The fault, and the violation in generated files, of each near miss that names none. */
  readonly fault?: string
  readonly constraint?: string
  /** The near misses, or only their values. */
  readonly near: Readonly<Record<string, Values | (Omit<Wrong, 'fault'> & Partial<Wrong>)>>
}

/** Documented properties of a field, as data. */
export interface Facts {
  readonly required?: Required | readonly Required[]
  /** True if the table marks it as not required. */
  readonly isOptional?: true
  /** Its values in the entries of the complete file, up to its limits. An entry without one has the first. */
  readonly complete?: readonly unknown[]
  /** The faults that refuse one of these. */
  readonly refusals?: readonly string[]
  /** Values that generated files draw. */
  readonly legal?: readonly unknown[]
  /** Changes of generated files that give it a value, or none, if they are more than the field. */
  readonly drawn?: Drawn
  readonly rules?: readonly ValueRule[]
  /** Values of another type. */
  readonly mistyped?: Readonly<Record<string, Wrong>>
}

/** A field with its place. */
export interface Field extends Facts {
  readonly name: string
  /** The key of its row, with the type in front if no table of the document contains it. */
  readonly key: string
  /** The type of the field. */
  readonly of: string
  /** Path in the file that variants change. */
  readonly path: string
}

/** The fields of a section, in its order. */
export interface FieldTable {
  readonly document: Source['document']
  readonly section: string
  readonly fields: readonly Field[]
}

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
  return { ...table, fields: table.fields.filter(isPart) }
}

/** Returns the keys of the rows, as in the document. */
export function keysOf({ fields }: FieldTable): string[] {
  return fields.map(({ key }) => key)
}

/** Returns the types with the same key, by key. */
export function sameKeyOf({ fields }: FieldTable): Record<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const { key, of } of fields) owners.set(key, [...(owners.get(key) ?? []), of])
  return Object.fromEntries([...owners].filter(([, own]) => own.length > 1))
}

/** A required field, in one of its places. */
type RequiredField = Required & Pick<Field, 'name' | 'key' | 'of' | 'path'> & { readonly aspect: string }

/** Returns the required fields. Their aspect names the type if another type has the same key. */
export function requiredOf(table: FieldTable, aspect: string): RequiredField[] {
  const twice = sameKeyOf(table)
  return table.fields.flatMap(({ required = [], name, key, of, path }) =>
    [required].flat().map((one) => {
      const part = one.aspect ?? aspect
      return { path, ...one, name, key, of, aspect: key in twice ? `of ${of}, ${part}` : part }
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
  const [twice, all] = [sameKeyOf(table), requiredOf(table, aspect)]
  return [...new Set(all.map(({ of }) => of))].map((of) => {
    const fields = all.filter((field) => field.of === of)
    const rows = [...new Set(fields.map(({ key }) => key))]
    return { of, fields, rows, aspect: rows.some((row) => row in twice) ? `of ${of}, ${aspect}` : aspect }
  })
}

/** Returns the near misses of a rule, each with all properties. */
export function nearOf({ near, fault = '' }: ValueRule): Record<string, Wrong> {
  const wholeOf = (one: ValueRule['near'][string]): Wrong =>
    isValues(one) ? { fault, values: one } : { fault, ...one }
  return Object.fromEntries(Object.entries(near).map(([words, one]) => [words, wholeOf(one)]))
}

function isValues(one: ValueRule['near'][string]): one is Values {
  return Array.isArray(one)
}

/** Returns near misses as entries of `test.for`. */
export function casesOf<T>(wrong: Readonly<Record<string, Wrong>>, of: (one: Wrong) => T): NamedCases<T> {
  return Object.fromEntries(
    Object.entries(wrong).map(([words, one]) => {
      const seen = seeing([one.fault], of(one))
      return [words, one.formerly === undefined ? seen : formerly(one.formerly, seen)]
    }),
  )
}

/** Returns values of another type in each field, as entries of `test.for`. */
export function mistypedOf({ fields }: FieldTable): NamedCases<{ changes: Changes; about: About }> {
  return Object.assign(
    {},
    ...fields.map(({ name, path, mistyped = {} }) =>
      casesOf(mistyped, (one) => ({
        changes: { [one.path ?? path]: one.values[0] },
        about: one.about ?? name,
      })),
    ),
  ) as NamedCases<{ changes: Changes; about: About }>
}

/** Returns the cases that are also checked in v1alpha1: one of each kind. */
export function inV1alpha1Of({ fields }: FieldTable): NamedCases<readonly [changes: Changes, about: About]> {
  return Object.fromEntries(
    fields.flatMap(({ name, path, required = [], rules = [], mistyped = {} }) => {
      const wrong = [...rules.map(nearOf), mistyped].flatMap((group) => Object.values(group))
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
export function entryOf({ fields }: FieldTable, of: string, at: number): Record<string, unknown> {
  const own = fields.filter((field) => field.of === of && field.complete !== undefined)
  return Object.fromEntries(
    own.map(({ name, complete = [] }) => [name, at < complete.length ? complete[at] : complete[0]]),
  )
}

/** The faults that refuse a legal part of the complete file. */
export function refusalsOf({ fields }: FieldTable): string[] {
  return fields.flatMap(({ refusals = [] }) => refusals)
}
