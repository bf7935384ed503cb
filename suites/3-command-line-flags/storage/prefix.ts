import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { createObject } from '../../fixtures/objects.ts'
import type { Stored } from '../../fixtures/own-store.ts'
import { makeConfigMap, storedAs } from '../../fixtures/stored-objects.ts'
import { flagRow } from '../flag-rules.ts'
import type { StoredWorlds } from './stored-worlds.ts'

const shared = { level: 'MUST', capability: 'objects' } as const

/** Makes objects of several sorts whose names end alike, and gives their keys. */
async function keysOf({ server, etcd }: Stored): Promise<readonly string[]> {
  const metadata = { name: 'keyed' }
  await makeConfigMap(server, 'keyed')
  await createObject(server, '/api/v1/namespaces/default/secrets', {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata,
  })
  await createObject(server, '/apis/networking.orch.io/v1/ingressclasses', {
    apiVersion: 'networking.orch.io/v1',
    kind: 'IngressClass',
    metadata,
    spec: { controller: 'example.org/controller' },
  })
  return storedAs(etcd, 'keyed').map(({ key }) => key)
}

const under = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}/.+/keyed$`))

/** Where the objects of these servers stand in their stores. */
export function prefixRules({ usual, protobuf, json }: StoredWorlds): void {
  rule(
    {
      ...shared,
      id: 'flag.etcd-prefix.default',
      says: 'The path of every resource in the store begins with /registry when no flag says otherwise.',
      source: flagRow('--etcd-prefix', 'default'),
      faults: { 'etcd-prefix-default-differs': ['every object stands under /registry'] },
    },
    () => {
      test('every object stands under /registry', async () => {
        const expected = under('/registry')

        expect(await keysOf(await usual())).toEqual([expected, expected, expected])
      })
    },
  )

  rule(
    {
      ...shared,
      id: 'flag.etcd-prefix.keys',
      says: 'The path of every resource in the store begins with --etcd-prefix.',
      source: flagRow('--etcd-prefix', 'meaning'),
      faults: { 'etcd-prefix-ignored': ['every object stands under the given prefix'] },
    },
    () => {
      test('every object stands under the given prefix', async () => {
        const expected = under('/other/place')

        expect(await keysOf(await protobuf())).toEqual([expected, expected, expected])
      })
    },
  )

  rule(
    {
      level: 'UNSPECIFIED',
      capability: 'objects',
      id: 'flag.etcd-prefix.without-slash',
      says: 'Where keys stand when the prefix does not begin with a slash is open.',
      source: flagRow('--etcd-prefix', 'without slash'),
    },
    () => {
      test('the keys under a prefix without slash are recorded', async () => {
        const [key] = await keysOf(await json())
        currentCheck()?.observe('a key under the prefix bare', key?.replace('keyed', ''))
      })
    },
  )
}
