import { type Arbitrary, record } from 'fast-check'
import { type FieldTable, nearOf } from '#documents/fields.ts'
import type { Field } from '#documents/shape.ts'
import { oneOf } from '../drawn-values.ts'
import { type ViolationMaker, type Violations, pickFrom } from './file-case.ts'

/** Returns the violations of a kind: missing required fields, and invalid values of fields. */
export function violationsOf({ rows }: FieldTable): Violations {
  return Object.fromEntries(rows.flatMap(breaksOfField))
}

interface FieldViolation {
  readonly constraint?: string | undefined
  readonly path?: string
  readonly subject?: string | readonly string[]
  readonly values: readonly unknown[]
  readonly drawChanges?: Field['drawChanges']
}

function breaksOfField(field: Field): (readonly [constraint: string, broken: ViolationMaker])[] {
  const { name, requirement = [], rules = [] } = field
  const fieldViolations: readonly FieldViolation[] = [
    ...[requirement].flat().map((one) => ({ ...one, values: [undefined] })),
    ...rules.flatMap((rule): FieldViolation[] => {
      const nearMisses = Object.values(nearOf(rule))
      const constrainedMisses = nearMisses.filter(({ constraint }) => constraint !== undefined)
      const values = nearMisses.filter((one) => !constrainedMisses.includes(one)).flatMap((one) => one.values)
      return [...constrainedMisses, { constraint: rule.constraint, values }]
    }),
  ]
  return fieldViolations.flatMap(
    ({ constraint, values, subject = name, path = field.path, drawChanges: own }) => {
      if (constraint === undefined) return []
      // Changes apply to the first element of a list.
      const changesOfValue =
        own ?? field.drawChanges ?? ((value: unknown) => ({ [path.replace(/\d+/, '0')]: value }))
      const applyValue: ViolationMaker['changes'] = (_, pick) => changesOfValue(pickFrom(values, pick), pick)
      return [[constraint, { about: [subject].flat()[0] ?? name, changes: applyValue }] as const]
    },
  )
}

/** Returns an object of a type with legal values. Optional fields are sometimes omitted. */
export function legalMembersOf(
  { rows }: FieldTable,
  type: string,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const legalRows = rows.filter(({ of: owner, legalValues }) => owner === type && legalValues !== undefined)
  const values = Object.fromEntries(legalRows.map(({ name, legalValues = [] }) => [name, oneOf(legalValues)]))
  return record(values, {
    requiredKeys: legalRows.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name),
  })
}

/** Returns all values that a rule lists as invalid for its field. */
export function wrongValuesOf({ rows }: FieldTable, rule: string): readonly unknown[] {
  const valueRules = rows.flatMap(({ rules = [] }) => rules).filter(({ id }) => id === rule)
  return valueRules.flatMap((one) => Object.values(nearOf(one)).flatMap(({ values }) => values))
}
