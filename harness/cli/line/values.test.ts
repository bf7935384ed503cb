import { InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import { appendTrustedKey } from './values.ts'

const key = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

test('appendTrustedKey appends the thumbprint of a key, and the path of a file', () => {
  expect(appendTrustedKey(key, [key])).toEqual([key, key])
  expect(appendTrustedKey('package.json', undefined)).toEqual(['package.json'])
})

test.for(['x', '', `${key}=`, key.slice(1), key.replace('-', '+')])(
  'appendTrustedKey rejects %j',
  (value) => {
    expect(() => appendTrustedKey(value, undefined)).toThrow(InvalidArgumentError)
  },
)
