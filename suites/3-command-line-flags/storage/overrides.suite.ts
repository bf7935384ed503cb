import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { until } from '#harness/until.ts'
import type { Etcd } from '#mocks/etcd/index.ts'
import { expectRefusal, sharedServer } from '../../fixtures/api-server.ts'
import { createObject } from '../../fixtures/objects.ts'
import { onStores, ownStores } from '../../fixtures/own-store.ts'
import { makeConfigMap, storedAs } from '../../fixtures/stored-objects.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--etcd-servers-overrides'
const own = ownStores()
const [main, other, custom] = [() => own.store('main'), () => own.store('other'), () => own.store('custom')]

const overridden = sharedServer(async () =>
  onStores([await main()], {
    [flag]: [
      `networking.orch.io/ingressclasses#${(await other()).url}`,
      `example.org/widgets#${(await custom()).url}`,
    ].join(','),
  }),
)

const classes = '/apis/networking.orch.io/v1/ingressclasses'
const ingressClass = (name: string) => ({
  apiVersion: 'networking.orch.io/v1',
  kind: 'IngressClass',
  metadata: { name },
  spec: { controller: 'example.org/controller' },
})

const counts = (name: string, ...stores: readonly Etcd[]): number[] =>
  stores.map((store) => storedAs(store, name).length)

const shared = { level: 'MUST', capability: 'objects' } as const
const there = 'objects of the resource are stored by the servers of its entry'

rule(
  {
    ...shared,
    id: 'flag.etcd-servers-overrides.resource',
    says: 'The objects of a resource that an entry names are stored by the servers of that entry.',
    source: flagRow(flag, 'meaning'),
    faults: { 'etcd-servers-overrides-ignored': [there] },
  },
  () => {
    test(there, async () => {
      await createObject(await overridden(), classes, ingressClass('moved'))

      expect(counts('moved', await main(), await other()), 'in the main and the other store').toEqual([0, 1])
    })
  },
)

const others = 'objects of other resources stay with the main servers'

rule(
  {
    ...shared,
    id: 'flag.etcd-servers-overrides.others',
    says: 'An entry is about one resource: all others stay with --etcd-servers.',
    source: flagRow(flag, 'per resource'),
    faults: { 'etcd-override-takes-everything': [others] },
  },
  () => {
    test(others, async () => {
      await makeConfigMap(await overridden(), 'stays')

      expect(counts('stays', await main(), await other()), 'in the main and the other store').toEqual([1, 0])
    })
  },
)

const builtIn = 'objects of a custom resource stay with the main servers'
// Definitions take effect some time after they were made.
const definedWithinMs = 10_000

rule(
  {
    ...shared,
    id: 'flag.etcd-servers-overrides.built-in-only',
    says: 'Entries apply to built-in resources only.',
    source: flagRow(flag, 'built-in resources'),
    faults: {
      'etcd-override-moves-custom-resources': [builtIn],
      'etcd-override-takes-everything': [builtIn],
    },
  },
  () => {
    test(builtIn, async () => {
      const server = await overridden()
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
      const widget = { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'custom' } }
      await createObject(server, path, widget)

      expect(counts('custom', await main(), await custom()), 'in the main and the named store').toEqual([
        1, 0,
      ])
    })
  },
)

const url = 'http://127.0.0.1:2379'
const malformed = {
  'an entry without servers': 'networking.orch.io/ingressclasses',
  'an entry with an empty list of servers': 'networking.orch.io/ingressclasses#',
  'an entry without group': `ingressclasses#${url}`,
  'an entry of servers alone': url,
}

rule(
  {
    level: 'MUST',
    id: 'flag.etcd-servers-overrides.form',
    says: 'An entry has the form group/resource#servers.',
    source: flagRow(flag, 'form'),
    twin: 'flag.etcd-servers-overrides.resource/objects-of-the-resource-are-stored-by-the-servers-of-its-entry',
    overlaps: true,
    faults: { 'etcd-override-form-unchecked': Object.keys(malformed).map((each) => `refuses ${each}`) },
  },
  () => {
    test.for(malformed)('refuses %s', async (entry) => {
      await expectRefusal({ flags: { [flag]: entry } }, 'etcd-servers-overrides')
    })
  },
)
