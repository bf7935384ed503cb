import { InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import { appendThumbprint } from './values.ts'

const key = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

test('thumbprints of keys are collected', () => {
  expect(appendThumbprint(key, [key])).toEqual([key, key])
})

test.for(['x', '', `${key}=`, key.slice(1), key.replace('-', '+')])('%j is not a thumbprint', (value) => {
  expect(() => appendThumbprint(value, undefined)).toThrow(InvalidArgumentError)
})
