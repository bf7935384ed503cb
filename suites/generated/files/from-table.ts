import { type Arbitrary, record } from 'fast-check'
import { type FieldTable, nearOf } from '#documents/fields.ts'
import type { Field } from '#documents/shape.ts'
import { oneOf } from '../drawn-values.ts'
import { type Break, type Violations, of } from './file-case.ts'

/** Returns the violations of a kind: required fields left out, and invalid values of fields. */
export function breaksOf({ rows }: FieldTable): Violations {
  return Object.fromEntries(rows.flatMap(breaksOfField))
}

interface Sort {
  readonly constraint?: string | undefined
  readonly path?: string
  readonly about?: string | readonly string[]
  readonly values: readonly unknown[]
  readonly drawn?: Field['drawn']
}

function breaksOfField(field: Field): (readonly [constraint: string, broken: Break])[] {
  const { name, required = [], rules = [] } = field
  const sorts: readonly Sort[] = [
    ...[required].flat().map((one) => ({ ...one, values: [undefined] })),
    ...rules.flatMap((rule): Sort[] => {
      const near = Object.values(nearOf(rule))
      const own = near.filter(({ constraint }) => constraint !== undefined)
      const values = near.filter((one) => !own.includes(one)).flatMap((one) => one.values)
      return [...own, { constraint: rule.constraint, values }]
    }),
  ]
  return sorts.flatMap(({ constraint, values, about = name, path = field.path, drawn: own }) => {
    if (constraint === undefined) return []
    // The changed element is the first in a generated file.
    const drawn = own ?? field.drawn ?? ((value: unknown) => ({ [path.replace(/\d+/, '0')]: value }))
    const changes: Break['changes'] = (_, pick) => drawn(of(values, pick), pick)
    return [[constraint, { about: [about].flat()[0] ?? name, changes }] as const]
  })
}

/** Returns an object of a type with legal values. Optional fields are sometimes left out. */
export function legalOf({ rows }: FieldTable, type: string): Arbitrary<Readonly<Record<string, unknown>>> {
  const own = rows.filter(({ of: owner, legal }) => owner === type && legal !== undefined)
  const values = Object.fromEntries(own.map(({ name, legal = [] }) => [name, oneOf(legal)]))
  return record(values, {
    requiredKeys: own.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name),
  })
}

/** Returns all values that a rule lists as invalid for its field. */
export function wrongOf({ rows }: FieldTable, rule: string): readonly unknown[] {
  const all = rows.flatMap(({ rules = [] }) => rules).filter(({ id }) => id === rule)
  return all.flatMap((one) => Object.values(nearOf(one)).flatMap(({ values }) => values))
}
