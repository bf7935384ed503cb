import { becomesTrue, caseOf, formerly, type NamedCases, expect, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject } from '../fixture.ts'
import { enabledCollector, enabledField } from './collectors.ts'
import { reconciledWithinMs } from '../requests.ts'

const namespace = 'orphans'

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
