import { describe, expect, test } from 'vitest'
import { FlagValues } from '../../flags/flag-values.ts'
import { apiServerFlags } from '../flags/table.ts'
import { type Resource, resources } from '../api/resource.ts'
import { type Dialer, direct } from '../../client-config/dialer.ts'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { configureStore } from './configure.ts'
import { codecOf } from './codec.ts'
import { keyPrefix } from './prefix.ts'

const flags = (given: Readonly<Record<string, string>> = {}) => {
  const table = new Map(apiServerFlags.map((flag) => [flag.name, flag]))
  const values = new Map(Object.entries(given).map(([name, value]) => [name, [value]]))
  return new FlagValues(table, values)
}

describe('form of stored objects', () => {
  const object = { kind: 'Secret', metadata: { name: 's' }, list: [1, 'two', null, true] }
  const resource = resources.find(({ kind }) => kind === 'Secret') as Resource

  test.for([
    ['protobuf by default', {}, /^orch\0/],
    ['JSON', { 'storage-media-type': 'application/json' }, /^\{"kind"/],
    ['YAML', { 'storage-media-type': 'application/yaml' }, /^kind: Secret/],
  ] as const)('is %s, and every form is read', async ([, given, form]) => {
    const codec = codecOf(flags(given))
    const stored = await codec.encode(object, resource)

    expect(Buffer.from(stored).toString('utf8')).toMatch(form)
    expect(await codecOf(flags()).decode(stored)).toEqual(object)
  })
})

test('the prefix starts with one slash and ends without', () => {
  expect(keyPrefix(flags())).toBe('/registry')
  expect(keyPrefix(flags({ 'etcd-prefix': 'a/b/' }))).toBe('/a/b')
})

test('reaches etcd through a dialer that alone resolves its name', async () => {
  await using etcd = await EtcdDouble.start()
  const { hostname, port } = new URL(etcd.url)
  const dialled: string[] = []
  const dial: Dialer = (host, at) => {
    dialled.push(`${host}:${at}`)
    return direct(hostname, Number(port))
  }
  const servers = flags({ 'etcd-servers': 'http://etcd.invalid:2379' })
  const store = await configureStore(servers, { dial })
  await store.put('/registry/a', Buffer.from('b'), 0n)

  expect(Buffer.from((await store.get('/registry/a'))?.value ?? []).toString()).toBe('b')
  expect(dialled).toEqual(['etcd.invalid:2379'])
  store.close()
})

test('stores overridden resources in another store', async () => {
  await using main = await EtcdDouble.start()
  await using other = await EtcdDouble.start()
  const servers = flags({
    'etcd-servers': main.url,
    'etcd-servers-overrides': `/events#${other.url}`,
  })
  const store = await configureStore(servers, { dial: direct })
  await store.put('/registry/events/x/e', Buffer.from('e'), 0n)
  await store.put('/registry/pods/x/p', Buffer.from('p'), 0n)

  expect([main.text('/registry/events/x/e'), main.text('/registry/pods/x/p')]).toEqual([undefined, 'p'])
  expect(other.text('/registry/events/x/e')).toBe('e')
  store.close()
})
