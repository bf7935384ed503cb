import { expect, rulesOf, says, test, until } from '#kit'
import type { Etcd } from '#mocks/etcd/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { encryptionFile, keyedProvider, secretKey, stores } from '../../../shared/encryption/configuration.ts'
import { createObject } from '../../../shared/objects.ts'
import { storageOf } from '../../../shared/storage.ts'
import { separateStores } from './separate-store.ts'
import { makeConfigMap, entriesNamed } from './stored-objects.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)', capability: 'objects' })

const flag = '--etcd-servers-overrides'
const storesOfFile = separateStores()
const [main, other, custom] = [
  () => storesOfFile.store('main'),
  () => storesOfFile.store('other'),
  () => storesOfFile.store('custom'),
]

const key = secretKey('aesgcm')
const prefix = '/other/place'

const serverWithOverrides = sharedServer(async () => ({
  storage: storageOf(await main()),
  flags: {
    '--etcd-prefix': prefix,
    '--encryption-provider-config': encryptionFile([
      stores(['ingressclasses.networking.orch.io', 'widgets.example.org'], keyedProvider(key)),
    ]),
    [flag]: [
      `networking.orch.io/ingressclasses#${(await other()).url}`,
      `example.org/widgets#${(await custom()).url}`,
    ].join(','),
  },
}))

const classesPath = '/apis/networking.orch.io/v1/ingressclasses'
const ingressClass = (name: string) => ({
  apiVersion: 'networking.orch.io/v1',
  kind: 'IngressClass',
  metadata: { name },
  spec: { controller: 'example.org/controller' },
})

const countsInStores = (name: string, ...stores: readonly Etcd[]): number[] =>
  stores.map((store) => entriesNamed(store, name).length)

must('flag.etcd-servers-overrides.resource', flagRow(flag, 'meaning'), () => {
  says('The objects of a resource that an entry names are stored by the servers of that entry.')
  test('objects of the resource are stored by the servers of its entry', async () => {
    await createObject(await serverWithOverrides(), classesPath, ingressClass('moved'))

    expect(countsInStores('moved', await main(), await other()), 'in the main and the other store').toEqual([
      0, 1,
    ])
  }).sees('etcd-servers-overrides-ignored')
})

must('flag.etcd-servers-overrides.others', flagRow(flag, 'per resource'), () => {
  says('An entry is about one resource: all others stay with --etcd-servers.')
  test('objects of other resources stay with the main servers', async () => {
    await makeConfigMap(await serverWithOverrides(), 'stays')

    expect(countsInStores('stays', await main(), await other()), 'in the main and the other store').toEqual([
      1, 0,
    ])
  }).sees('etcd-override-takes-everything')
})

must('flag.etcd-prefix.at-overriding-servers', flagRow('--etcd-prefix', `next to ${flag}`), () => {
  says('The path of a resource begins with the prefix on whichever servers it is stored.')
  test('objects are stored under the prefix on the servers of the entry of their resource', async () => {
    await createObject(await serverWithOverrides(), classesPath, ingressClass('prefixed'))
    const keys = entriesNamed(await other(), 'prefixed').map((entry) => entry.key)

    expect(keys).toEqual([expect.stringMatching(new RegExp(`^${prefix}/`))])
  }).sees('etcd-override-at-default-prefix')
})

// Long enough for a definition to take effect.
const definedWithinMs = 10_000

must('flag.etcd-servers-overrides.built-in-only', flagRow(flag, 'built-in resources'), () => {
  says('Entries apply to built-in resources only.')
  test('objects of a custom resource stay with the main servers', async () => {
    const server = await serverWithOverrides()
    const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
    const schema = { openAPIV3Schema: { type: 'object' } }
    await createObject(server, '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.orch.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.org' },
      spec: {
        group: 'example.org',
        scope: 'Cluster',
        names,
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    const path = '/apis/example.org/v1/widgets'
    await until(async () => (await server.request({ path })).status === 200, {
      withinMs: definedWithinMs,
      what: 'the custom resource was served',
    })
    const customObject = { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'custom' } }
    await createObject(server, path, customObject)

    expect(countsInStores('custom', await main(), await custom()), 'in the main and the named store').toEqual(
      [1, 0],
    )
  }).sees('etcd-override-moves-custom-resources')
})

must(
  'encryption.resources.at-overriding-servers',
  { row: 'resources', aspect: 'of ResourceConfiguration, next to overrides of servers' },
  () => {
    says('A resource that the encryption file names is encrypted on whichever servers it is stored.')
    test('objects of the resource are encrypted on the servers of its entry', async () => {
      await createObject(await serverWithOverrides(), classesPath, ingressClass('sealed'))
      const [entry] = entriesNamed(await other(), 'sealed')
      const value = Buffer.from(entry?.value ?? '')

      expect(value.includes(key.name), 'whether the name of the key is stored').toBe(true)
      expect(value.includes('example.org/controller'), 'whether the object shows').toBe(false)
    }).sees('etcd-override-not-encrypted')
  },
)
