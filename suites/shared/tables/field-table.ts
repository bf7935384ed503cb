import { type Cases, formerly, seeing } from '#harness/check/claims.ts'
import type { Source } from '#harness/catalogue.ts'
import type { Changes } from '../configuration/changed.ts'

type About = string | readonly string[]
type Values = readonly [unknown, ...unknown[]]

/** What generated files change to give a field a value; the number tells apart ways that are alike. */
type Drawn = (value: unknown, pick: number) => Changes

/** A file that is refused. */
interface Refused {
  /** The fault of the reference that accepts it. */
  readonly fault: string
  /** What completes "refuses a file … " of version v1alpha1, if it is tried there, too. */
  readonly inV1alpha1?: string
  /** The name of what generated files break so; without it they do not. */
  readonly constraint?: string
  /** What the refusal names; the field unless set. */
  readonly about?: About
  /** Where the check changes the file; the path of the field unless set. */
  readonly path?: string
  /** What generated files change to break it so, if that is more than the value of the field. */
  readonly drawn?: Drawn
}

/** Values that are no values of a field; the first is what its check sets, and generated files draw from all. */
export interface Wrong extends Refused {
  readonly values: Values
  /** The words that the id of its check has, if its title has others now. */
  readonly formerly?: string
}

/** A file without a field that its table marks as required. */
export interface Required extends Refused {
  /** What the id of its rule ends with, if it has a rule of its own. */
  readonly id?: string
  /** What completes "refuses a file without …"; the key unless set. */
  readonly words?: string
  /** The part of the row that it is about, if that is not the whole column. */
  readonly aspect?: string
}

/** A rule about the values of a field, with near misses in words. */
export interface ValueRule {
  readonly id: string
  readonly says: string
  /** Where the document states it, if that is not just the row of the field. */
  readonly place?: Partial<Pick<Source, 'section' | 'rows' | 'aspect'>>
  /** Files that are valid all the same, each with the fault that refuses it. */
  readonly accepts?: Readonly<Record<string, { readonly fault: string; readonly changes: Changes }>>
  /** What completes "refuses" in the title of its checks; %s unless set. */
  readonly title?: string
  /** The fault, and what generated files break, of each near miss that names none. */
  readonly fault?: string
  readonly constraint?: string
  /** The near misses, or nothing but their values. */
  readonly near: Readonly<Record<string, Values | (Omit<Wrong, 'fault'> & Partial<Wrong>)>>
}

/** All that a document states of a field, as data. */
export interface Facts {
  readonly required?: Required | readonly Required[]
  /** The table marks it as not required. */
  readonly isOptional?: true
  /** Its values in the entries of the complete file, up to its boundaries; an entry without one has the first. */
  readonly complete?: readonly unknown[]
  /** The faults that refuse one of these. */
  readonly refusals?: readonly string[]
  /** Values that generated files draw. */
  readonly legal?: readonly unknown[]
  /** What generated files change to give it a value, or none, if that is more than the field. */
  readonly drawn?: Drawn
  readonly rules?: readonly ValueRule[]
  /** Values of another type. */
  readonly mistyped?: Readonly<Record<string, Wrong>>
}

/** A field with its place. */
export interface Field extends Facts {
  readonly name: string
  /** The key of its row: with the type in front, where no table of the document has it. */
  readonly key: string
  /** The type that has it. */
  readonly of: string
  /** Where it is in the file that variants change. */
  readonly path: string
}

/** The fields of a section, in its order. */
export interface FieldTable {
  readonly document: Source['document']
  readonly section: string
  readonly fields: readonly Field[]
}

/** The fields of a type that is at a place of the file; the document has it in a table, or in a sentence. */
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

/** A table of some of its fields. */
export function partOf(table: FieldTable, isPart: (field: Field) => boolean): FieldTable {
  return { ...table, fields: table.fields.filter(isPart) }
}

/** The keys of the rows as the documents have them. */
export function keysOf({ fields }: FieldTable): string[] {
  return fields.map(({ key }) => key)
}

/** The types that have one key, by key. */
export function sameKeyOf({ fields }: FieldTable): Record<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const { key, of } of fields) owners.set(key, [...(owners.get(key) ?? []), of])
  return Object.fromEntries([...owners].filter(([, own]) => own.length > 1))
}

/** A field that is required, in one of the places where it is. */
type RequiredField = Required & Pick<Field, 'name' | 'key' | 'of' | 'path'> & { readonly aspect: string }

/** The required fields; their aspect names the type if another one has their key. */
export function requiredOf(table: FieldTable, aspect: string): RequiredField[] {
  const twice = sameKeyOf(table)
  return table.fields.flatMap(({ required = [], name, key, of, path }) =>
    [required].flat().map((one) => {
      const part = one.aspect ?? aspect
      return { path, ...one, name, key, of, aspect: key in twice ? `of ${of}, ${part}` : part }
    }),
  )
}

/** The required fields by their type; the aspect of all names the type if another one has a key of theirs. */
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

/** The near misses of a rule, each with all that it is. */
export function nearOf({ near, fault = '' }: ValueRule): Record<string, Wrong> {
  const wholeOf = (one: ValueRule['near'][string]): Wrong =>
    isValues(one) ? { fault, values: one } : { fault, ...one }
  return Object.fromEntries(Object.entries(near).map(([words, one]) => [words, wholeOf(one)]))
}

function isValues(one: ValueRule['near'][string]): one is Values {
  return Array.isArray(one)
}

/** Near misses as entries of `test.for`. */
export function casesOf<T>(wrong: Readonly<Record<string, Wrong>>, of: (one: Wrong) => T): Cases<T> {
  return Object.fromEntries(
    Object.entries(wrong).map(([words, one]) => {
      const seen = seeing([one.fault], of(one))
      return [words, one.formerly === undefined ? seen : formerly(one.formerly, seen)]
    }),
  )
}

/** Values of another type in each field, as entries of `test.for`. */
export function mistypedOf({ fields }: FieldTable): Cases<{ changes: Changes; about: About }> {
  return Object.assign(
    {},
    ...fields.map(({ name, path, mistyped = {} }) =>
      casesOf(mistyped, (one) => ({
        changes: { [one.path ?? path]: one.values[0] },
        about: one.about ?? name,
      })),
    ),
  ) as Cases<{ changes: Changes; about: About }>
}

/** What is tried in v1alpha1, too: one case of each sort. */
export function inV1alpha1Of({ fields }: FieldTable): Cases<readonly [changes: Changes, about: About]> {
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

/** The fields of a type with their values in an entry of the complete file. */
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
