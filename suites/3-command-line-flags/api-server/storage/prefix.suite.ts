import { currentCheck, expect, rulesOf, says, test } from '#kit'
import {
  createMarked,
  customResourceType,
  defineResourceType,
} from '../../../shared/encryption/marked-objects.ts'
import { createObject } from '../../../shared/objects.ts'
import { resourceNames } from '../../../shared/resource-names.ts'
import type { ServerWithStore } from './separate-store.ts'
import { makeConfigMap, entriesNamed } from './stored-objects.ts'
import { flagRow } from '../../../shared/flags/place.ts'

import { defaultServer, protobufServer, json } from './key-servers.ts'

const { must, unspecified } = rulesOf({ capability: 'objects' })

const customType = customResourceType('keyeds.prefix.conformance.example')
const keysPerObject = 3

/** Creates objects of several kinds whose names end alike, and returns their keys. */
async function keysOf({ server, etcd }: ServerWithStore, name = 'keyed'): Promise<readonly string[]> {
  const metadata = { name }
  await makeConfigMap(server, name)
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
  return entriesNamed(etcd, name).map(({ key }) => key)
}

const keyUnder = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}/.+/keyed$`))

must('flag.etcd-prefix.default', flagRow('--etcd-prefix', 'default'), () => {
  says('The path of every resource in the store begins with /registry when no flag says otherwise.')
  test(
    { title: 'every object is stored under /registry', id: 'every object stands under /registry' },
    async () => {
      const expected = keyUnder('/registry')

      expect(await keysOf(await defaultServer())).toEqual([expected, expected, expected])
    },
  ).sees('etcd-prefix-default-differs')
})

must('flag.etcd-prefix.keys', flagRow('--etcd-prefix', 'meaning'), () => {
  says('The path of every resource in the store begins with --etcd-prefix.')
  test(
    {
      title: 'every object is stored under the given prefix',
      id: 'every object stands under the given prefix',
    },
    async () => {
      const expected = keyUnder('/other/place')

      expect(await keysOf(await protobufServer())).toEqual([expected, expected, expected])
    },
  ).sees('etcd-prefix-ignored')

  test(
    {
      title: 'an object of a custom resource is stored under the given prefix',
      id: 'an object of a custom resource stands under the given prefix',
    },
    async () => {
      const { server, etcd } = await protobufServer()
      await defineResourceType(server, customType)
      const { name } = await createMarked(server, customType)

      expect(entriesNamed(etcd, name).map(({ key }) => key.replace(name, 'keyed'))).toEqual([
        keyUnder('/other/place'),
      ])
    },
  ).sees('etcd-prefix-not-for-custom-resources')

  test(
    {
      title: 'every object in the store is under the given prefix, including objects of the server',
      id: 'every object in the store stands under the given prefix, those of the server itself too',
    },
    async () => {
      const { server, etcd } = await protobufServer()
      await keysOf({ server, etcd }, 'beside-its-own')
      const types = [...(await resourceNames(server))]
      const keys = etcd.entries().map(({ key }) => key)
      const keysOfTypes = keys.filter((key) => types.some((type) => key.includes(`/${type}/`)))

      expect(keysOfTypes.length, 'how many keys there are').toBeGreaterThan(keysPerObject)
      expect(
        keysOfTypes.filter((key) => !key.startsWith('/other/place/')),
        'keys elsewhere',
      ).toEqual([])
    },
  ).sees('etcd-prefix-not-for-namespaces')
})

unspecified('flag.etcd-prefix.without-slash', flagRow('--etcd-prefix', 'without slash'), () => {
  says('Where keys stand when the prefix does not begin with a slash is open.')
  test(
    {
      title: 'records the keys under a prefix without a slash',
      id: 'the keys under a prefix without slash are recorded',
    },
    async () => {
      const [key] = await keysOf(await json())
      currentCheck().observe('a key under the prefix bare', key?.replace('keyed', ''))
    },
  )
})
