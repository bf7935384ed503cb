import { becomesTrue, caseOf, formerly, type NamedCases, expect, test } from '#kit'
import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject } from '../fixture.ts'
import { enabledCollector, enabledField } from './collectors.ts'
import { reconciledWithinMs } from '../requests.ts'

const namespace = 'orphans'
const labels = { app: 'judged' }
const container = { name: 'main', image: 'judged.example/main' }

type Owner = Readonly<Record<'apiVersion' | 'kind' | 'name' | 'uid', string>>

/** Creates a config map that owns an object or is owned. Returns its owner reference. */
function putMap(api: ApiServer, name: string, ownerReferences: readonly Owner[] = []): Owner {
  const { metadata } = putObject(api, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, ownerReferences },
  })
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: metadata.uid }
}

const createAbsentOwner = (name: string): Owner => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid: `uid-of-${name}`,
})
const removeConfigMap = (api: ApiServer, name: string) =>
  api.hand.remove({ resource: 'configmaps', namespace, name })

/** Object whose owners are gone, with the name `orphan-<key>`. */
interface Orphan {
  readonly arrange: (api: ApiServer, name: string) => void
  readonly fault: string
}

const cases: NamedCases<Orphan> = {
  'that is created later': {
    arrange: (api, name) => void putMap(api, name, [createAbsentOwner('nobody')]),
    fault: 'orphans-of-before-collected-alone',
  },
  'whose owner is deleted later': {
    arrange: (api, name) => {
      putMap(api, name, [putMap(api, `owner-of-${name}`)])
      removeConfigMap(api, `owner-of-${name}`)
    },
    fault: 'orphans-of-before-collected-alone',
  },
  'whose owner was replaced by an object of the same name': formerly(
    'whose owner is another object of that name now',
    {
      arrange: (api, name) => {
        const ownerReference = putMap(api, `owner-of-${name}`)
        removeConfigMap(api, `owner-of-${name}`)
        putMap(api, `owner-of-${name}`)
        putMap(api, name, [ownerReference])
      },
      fault: 'orphans-by-name-of-owner',
    },
  ),
  'with two owners that are gone': {
    arrange: (api, name) => void putMap(api, name, [createAbsentOwner('first'), createAbsentOwner('second')]),
    fault: 'orphans-of-before-collected-alone',
  },
  'whose second owner is deleted later': {
    arrange: (api, name) => {
      putMap(api, name, [createAbsentOwner('first'), putMap(api, `owner-of-${name}`)])
      removeConfigMap(api, `owner-of-${name}`)
    },
    fault: 'orphans-of-before-collected-alone',
  },
}

/** Objects of each resource, without their metadata. */
const resourcesByKind: NamedCases<ApiObject> = {
  'a pod': { apiVersion: 'v1', kind: 'Pod', spec: { containers: [container] }, status: { phase: 'Running' } },
  'a secret': { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', data: {} },
  'a service': { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80, targetPort: 80 }] } },
  'a replica set': {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  },
  'a controller revision': { apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: 1, data: {} },
}

declareFieldRule(
  {
    field: enabledField,
    aspect: 'chain',
    says: 'The garbage collector deletes what an object owned that it has deleted itself.',
  },
  () => {
    test({ title: 'deletes objects along a chain of three owners', id: 'three' }, async () => {
      requireFields(enabledField)
      const { api } = await enabledCollector()
      const names = ['chain-1', 'chain-2', 'chain-3', 'chain-4'] as const
      let owner: readonly Owner[] = []
      for (const name of names) owner = [putMap(api, name, owner)]
      removeConfigMap(api, names[0])
      const remaining = () =>
        names.filter((name) => api.hand.get({ resource: 'configmaps', namespace, name }) !== undefined)
      await becomesTrue(() => remaining().length === 0, reconciledWithinMs)

      expect(remaining()).toEqual([])
    }).sees('orphans-of-orphans-kept')
  },
)

declareFieldRule(
  {
    field: enabledField,
    aspect: 'each-resource',
    says: 'The garbage collector deletes objects of each resource once their owner is gone, and not before.',
  },
  () => {
    test
      .for(resourcesByKind)(
        { title: 'deletes %s whose owner is deleted, and keeps another whose owner exists', id: '%s' },
        async (object) => {
          requireFields(enabledField)
          const { api } = await enabledCollector()
          const kind = object.kind?.toLowerCase() ?? ''
          const put = (name: string) => {
            const ownerReferences = [putMap(api, `owner-of-${name}`)]
            putObject(api, { ...object, metadata: { name, namespace, ownerReferences } })
          }
          put(`${kind}-lost`)
          put(`${kind}-kept`)
          removeConfigMap(api, `owner-of-${kind}-lost`)
          const exists = (name: string) =>
            api.hand.get({ resource: `${kind}s`, namespace, name }) !== undefined

          expect(exists(`${kind}-kept`), 'whether it exists').toBe(true)
          await becomesTrue(() => !exists(`${kind}-lost`), reconciledWithinMs)
          expect(exists(`${kind}-lost`), 'whether one without an owner exists').toBe(false)
          expect(exists(`${kind}-kept`), 'whether one with an owner exists').toBe(true)
        },
      )
      .sees('orphans-of-two-resources-collected')
  },
)

declareFieldRule(
  {
    field: enabledField,
    aspect: 'each-orphan',
    says: 'The garbage collector deletes objects without an owner, whenever and however they lost it, and no others.',
  },
  () => {
    test
      .for(cases)({ title: 'deletes an orphan %s', id: 'deletes an object %s' }, async ({ arrange }) => {
        requireFields(enabledField)
        const { api } = await enabledCollector()
        const name = `orphan-${Object.values(cases).findIndex((one) => caseOf(one).value.arrange === arrange)}`
        const owner = putMap(api, `living-${name}`)
        putMap(api, `kept-${name}`, [owner])
        arrange(api, name)
        const configMapExists = (one: string) =>
          api.hand.get({ resource: 'configmaps', namespace, name: one }) !== undefined

        expect(
          await becomesTrue(() => !configMapExists(name), reconciledWithinMs),
          'whether it is deleted',
        ).toBe(true)
        expect(configMapExists(`kept-${name}`), 'whether one with an owner is kept').toBe(true)
      })
      .sees(({ fault }) => fault)
  },
)
