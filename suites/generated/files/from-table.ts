import { type Arbitrary, record } from 'fast-check'
import { type Field, type FieldTable, nameOf } from '../../shared/tables/field-table.ts'
import { oneOf } from '../words.ts'
import { type Break, type Breaks, of } from './file-case.ts'

/** What a file of a kind must not have: its required fields left out, and values that are none of their fields. */
export function breaksOf({ fields }: FieldTable): Breaks {
  return Object.fromEntries(fields.flatMap(breaksOfField))
}

function breaksOfField(field: Field): (readonly [constraint: string, broken: Break])[] {
  const { path, required, wrong = {}, drawn = (value: unknown) => ({ [path]: value }) } = field
  const about = nameOf(field)
  const sorts = [{ constraint: required?.constraint, values: [undefined] }, ...Object.values(wrong)] as const
  return sorts.flatMap(({ constraint, values }) =>
    constraint === undefined
      ? []
      : [[constraint, { about, changes: (_: never, pick: number) => drawn(of(values, pick)) }] as const],
  )
}

/** An object of a type, with the legal values of its fields; those that are not required are left out at times. */
export function legalOf({ fields }: FieldTable, type: string): Arbitrary<Readonly<Record<string, unknown>>> {
  const own = fields.filter(({ of: owner, legal }) => owner === type && legal !== undefined)
  const values = Object.fromEntries(own.map(({ key, legal = [] }) => [key, oneOf(legal)]))
  return record(values, {
    requiredKeys: own.filter(({ isOptional }) => isOptional !== true).map(({ key }) => key),
  })
}
