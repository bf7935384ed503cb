import { InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import { appendThumbprint } from './values.ts'

const key = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

test('appendThumbprint appends the thumbprint of a key', () => {
  expect(appendThumbprint(key, [key])).toEqual([key, key])
})

test.for(['x', '', `${key}=`, key.slice(1), key.replace('-', '+')])(
  'appendThumbprint rejects %j',
  (value) => {
    expect(() => appendThumbprint(value, undefined)).toThrow(InvalidArgumentError)
  },
)
