import { describe, expect, test } from 'vitest'
import { FlagValues } from '../../flags/flag-values.ts'
import { apiServerFlags } from '../flags/table.ts'
import { type Resource, resources } from '../objects/resource.ts'
import { quirksWith } from '../testing/quirks.ts'
import { codecOf } from './codec.ts'
import { keyPrefix } from './prefix.ts'

const flags = (given: Readonly<Record<string, string>> = {}) => {
  const table = new Map(apiServerFlags.map((flag) => [flag.name, flag]))
  const values = new Map(Object.entries(given).map(([name, value]) => [name, [value]]))
  return new FlagValues(table, values, quirksWith())
}

describe('the form of stored objects', () => {
  const object = { kind: 'Secret', metadata: { name: 's' }, list: [1, 'two', null, true] }
  const resource = resources.find(({ kind }) => kind === 'Secret') as Resource

  test.for([
    ['protobuf by default', {}, /^orch\0/],
    ['JSON', { 'storage-media-type': 'application/json' }, /^\{"kind"/],
    ['YAML', { 'storage-media-type': 'application/yaml' }, /^kind: Secret/],
  ] as const)('is %s, and every form is read', async ([, given, form]) => {
    const codec = codecOf(flags(given), quirksWith())
    const stored = await codec.encode(object, resource)

    expect(Buffer.from(stored).toString('utf8')).toMatch(form)
    expect(await codecOf(flags(), quirksWith()).decode(stored)).toEqual(object)
  })
})

test('the prefix starts with one slash and ends without', () => {
  expect(keyPrefix(flags(), quirksWith())).toBe('/registry')
  expect(keyPrefix(flags({ 'etcd-prefix': 'a/b/' }), quirksWith())).toBe('/a/b')
})
