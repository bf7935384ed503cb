import type { ApiServer } from '#mocks/api-server/index.ts'
import { putObject, sharedFixture } from '../fixture.ts'

/** JSON pointers of the tested fields. */
export const enabledField = '/GarbageCollectorController/EnableGarbageCollector'
export const ignoredField = '/GarbageCollectorController/GCIgnoredResources'

/**
 * Creates an object of each resource that a config map owns.
 * @param uid of the owner; default: that of no object
 */
export function putOrphans(api: ApiServer, name = 'orphan', uid = 'nobody-has-it'): void {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
  const metadata = { name, namespace: 'default', ownerReferences }
  putObject(api, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
  putObject(api, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      suspend: true,
      template: {
        spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'judged.example/main' }] },
      },
    },
  })
}

const collectorFixture = (
  fields: Readonly<Record<string, unknown>>,
  watchedResources: readonly string[] = ['configmaps'],
) =>
  sharedFixture(() => ({
    blocks: ['GarbageCollectorController'],
    fields,
    watchedResources,
    prepareApi: (api) => putOrphans(api),
  }))

/** Reports whether an orphan still exists. */
export const objectExists = (api: ApiServer, resource: string, name = 'orphan') =>
  api.hand.get({ resource, name }) !== undefined

/** Manager with an enabled garbage collector. */
export const enabledCollector = collectorFixture({ [enabledField]: true })
export const disabledCollector = collectorFixture({ [enabledField]: false }, [])
// Resources to ignore. Only the last is a resource of the group `batch`.
const ignoredResources = ['configmaps', 'jobs'].map((Resource) => ({ Group: 'batch', Resource }))
export const collectorIgnoringJobs = collectorFixture({
  [enabledField]: true,
  [ignoredField]: ignoredResources,
})
