import { type Cases, seeing } from '#harness/check/claims.ts'
import type { Source } from '#harness/catalogue.ts'
import type { Changes } from '../configuration/changed.ts'

/** A case that is refused, and the fault of the reference that accepts it. */
interface Refused {
  readonly fault: string
  /** What completes "refuses a file … " of version v1alpha1, if it is tried there, too. */
  readonly inV1alpha1?: string
}

/** Values that are no values of a field; the first is what its check sets, and generated files draw from all. */
export interface Wrong extends Refused {
  readonly values: readonly [unknown, ...unknown[]]
  /** The name of what generated files break with these values; without it they draw none of them. */
  readonly constraint?: string
  /** What the refusal names; the key unless set. */
  readonly about?: string
}

/** A field that its table marks as required. */
export interface Required extends Refused {
  /** What completes "refuses a file without …"; the key unless set. */
  readonly words?: string
  readonly constraint?: string
}

/** All that a document states of a field, as data. */
export interface Field {
  readonly key: string
  /** The type that has it. */
  readonly of: string
  /** Where it is in the file that variants change. */
  readonly path: string
  readonly required?: Required
  /** The table marks it as not required. */
  readonly isOptional?: true
  /** Its values in the entries of the complete file, up to its boundaries; an entry without one has the first. */
  readonly complete?: readonly unknown[]
  /** The faults that refuse one of these. */
  readonly refusals?: readonly string[]
  /** Values that generated files draw. */
  readonly legal?: readonly unknown[]
  /** What generated files change to give it a value, or none, if that is more than the field. */
  readonly drawn?: (value: unknown) => Changes
  /** Near misses in words, as titles of checks have them. */
  readonly wrong?: Readonly<Record<string, Wrong>>
  /** The same for values of another type. */
  readonly mistyped?: Readonly<Record<string, Wrong>>
}

/** The fields of a section, in its order. */
export interface FieldTable {
  readonly document: Source['document']
  readonly section: string
  readonly fields: readonly Field[]
}

/** The keys of the rows as the documents have them: with the type, where no table has it. */
export function keysOf({ fields }: FieldTable): string[] {
  return fields.map(({ key }) => key)
}

/** The types that have one key, by key. */
export function sameKeyOf({ fields }: FieldTable): Record<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const { key, of } of fields) owners.set(key, [...(owners.get(key) ?? []), of])
  return Object.fromEntries([...owners].filter(([, own]) => own.length > 1))
}

/** The last name of a row's key. */
export function nameOf({ path }: Pick<Field, 'path'>): string {
  return path.split('.').at(-1) ?? path
}

/** The required fields by their type; the aspect of their rules names the type if another one has a key of theirs. */
export function requiredOf(
  table: FieldTable,
): { of: string; rows: string[]; aspect: string; fields: (Field & { required: Required })[] }[] {
  const twice = sameKeyOf(table)
  const required = table.fields.flatMap((field) =>
    field.required === undefined ? [] : [{ ...field, required: field.required }],
  )
  return [...new Set(required.map(({ of }) => of))].map((of) => {
    const fields = required.filter((field) => field.of === of)
    const rows = fields.map(({ key }) => key)
    return { of, fields, rows, aspect: rows.some((row) => row in twice) ? `of ${of}, Required` : 'Required' }
  })
}

/** The near misses of a field as entries of `test.for`: each has the value that is refused. */
export function missesOf({ fields }: FieldTable, key: string): Cases<unknown> {
  const misses = fields.find((field) => field.key === key)?.wrong ?? {}
  return Object.fromEntries(
    Object.entries(misses).map(([words, { fault, values }]) => [words, seeing([fault], values[0])]),
  )
}

/** Values of another type in each field, as entries of `test.for`. */
export function mistypedOf({ fields }: FieldTable): Cases<{ changes: Changes; about?: string }> {
  return Object.fromEntries(
    fields.flatMap(({ path, mistyped = {} }) =>
      Object.entries(mistyped).map(([words, { fault, values, about }]) => [
        words,
        seeing([fault], { changes: { [path]: values[0] }, ...(about !== undefined && { about }) }),
      ]),
    ),
  )
}

/** What is tried in v1alpha1, too: one case of each sort. */
export function inV1alpha1Of({ fields }: FieldTable): Cases<readonly [changes: Changes, about: string]> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { path, required, wrong, mistyped } = field
      const all: (Refused & { value: unknown })[] = [
        ...(required === undefined ? [] : [{ ...required, value: undefined }]),
        ...Object.values({ ...wrong, ...mistyped }).map((one) => ({ ...one, value: one.values[0] })),
      ]
      return all.flatMap(({ inV1alpha1, fault, value }) =>
        inV1alpha1 === undefined
          ? []
          : [[inV1alpha1, seeing([fault], [{ [path]: value }, nameOf(field)] as const)] as const],
      )
    }),
  )
}

/** The fields of a type with their values in an entry of the complete file. */
export function entryOf({ fields }: FieldTable, of: string, at: number): Record<string, unknown> {
  const own = fields.filter((field) => field.of === of && field.complete !== undefined)
  return Object.fromEntries(
    own.map(({ path, complete = [] }) => [
      nameOf({ path }),
      at < complete.length ? complete[at] : complete[0],
    ]),
  )
}
