import { describe, expect, test } from 'vitest'
import { FlagValues } from '../../flags/flag-values.ts'
import { apiServerFlags } from '../flags/table.ts'
import { type Resource, resources } from '../api/resource.ts'
import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { configureStore } from './configure.ts'
import { codecOf } from './codec.ts'
import { keyPrefix } from './prefix.ts'

const flags = (flagValues: Readonly<Record<string, string>> = {}) => {
  const table = new Map(apiServerFlags.map((flag) => [flag.name, flag]))
  const values = new Map(Object.entries(flagValues).map(([name, value]) => [name, [value]]))
  return new FlagValues(table, values)
}

describe('form of stored objects', () => {
  const object = { kind: 'Secret', metadata: { name: 's' }, list: [1, 'two', null, true] }
  const resource = resources.find(({ kind }) => kind === 'Secret') as Resource

  test.for([
    ['protobuf by default', {}, /^orch\0/],
    ['JSON', { 'storage-media-type': 'application/json' }, /^\{"kind"/],
    ['YAML', { 'storage-media-type': 'application/yaml' }, /^kind: Secret/],
  ] as const)('the stored form is %s, and every form is read', async ([, flagValues, encodedForm]) => {
    const codec = codecOf(flags(flagValues))
    const encodedValue = await codec.encode(object, resource)

    expect(Buffer.from(encodedValue).toString('utf8')).toMatch(encodedForm)
    expect(await codecOf(flags()).decode(encodedValue)).toEqual(object)
  })
})

test('the prefix starts with one slash and ends without a slash', () => {
  expect(keyPrefix(flags())).toBe('/registry')
  expect(keyPrefix(flags({ 'etcd-prefix': 'a/b/' }))).toBe('/a/b')
})

test('etcd is reached through a dialer that resolves its name', async () => {
  await using etcd = await EtcdDouble.start()
  const { hostname, port } = new URL(etcd.url)
  const dialledTargets: string[] = []
  const dial: Dialer = (host, dialledPort) => {
    dialledTargets.push(`${host}:${dialledPort}`)
    return dialDirectly(hostname, Number(port))
  }
  const serverFlags = flags({ 'etcd-servers': 'http://etcd.invalid:2379' })
  const store = await configureStore(serverFlags, { dial })
  await store.put('/registry/a', Buffer.from('b'), 0n)

  expect(Buffer.from((await store.get('/registry/a'))?.value ?? []).toString()).toBe('b')
  expect(dialledTargets).toEqual(['etcd.invalid:2379'])
  store.close()
})

test('an overridden resource is stored in the store of its override', async () => {
  await using mainEtcd = await EtcdDouble.start()
  await using otherEtcd = await EtcdDouble.start()
  const serverFlags = flags({
    'etcd-servers': mainEtcd.url,
    'etcd-servers-overrides': `/events#${otherEtcd.url}`,
  })
  const store = await configureStore(serverFlags, { dial: dialDirectly })
  await store.put('/registry/events/x/e', Buffer.from('e'), 0n)
  await store.put('/registry/pods/x/p', Buffer.from('p'), 0n)

  expect([mainEtcd.text('/registry/events/x/e'), mainEtcd.text('/registry/pods/x/p')]).toEqual([
    undefined,
    'p',
  ])
  expect(otherEtcd.text('/registry/events/x/e')).toBe('e')
  store.close()
})
