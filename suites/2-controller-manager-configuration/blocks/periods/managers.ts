import { formerly } from '#kit'
import { type ApiServer, withoutStoring } from '#mocks/api-server/index.ts'
import { putClaim } from '../volumes/claims.ts'
import { arrangeQuotas } from './quotas.ts'
import { putObject, sharedFixture } from '../fixture.ts'
import { objectsByKind } from '../workers/objects.ts'

/** JSON pointers of the tested fields. */
export const quotaField = '/ResourceQuotaController/ResourceQuotaSyncPeriod'
export const namespacesField = '/NamespaceController/NamespaceSyncPeriod'
export const binderPeriod = '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod'
/** The verbs of a finalization. */
export const finalizeVerbs = ['update', 'patch'] as const
const waitingClaims = ['first-served', 'second-served'] as const

const periodsFixture = (quotaMs: number, namespacesMs: number, binderMs: number) => ({
  periodsMs: { [quotaField]: quotaMs, [namespacesField]: namespacesMs, [binderPeriod]: binderMs },
  seen: sharedFixture(() => ({
    blocks: ['ResourceQuotaController', 'NamespaceController', 'PersistentVolumeBinderController'],
    fields: {
      [quotaField]: `${quotaMs}ms`,
      [namespacesField]: `${namespacesMs}ms`,
      [binderPeriod]: `${binderMs}ms`,
    },
    watchedResources: ['resourcequotas', 'namespaces', 'persistentvolumeclaims'],
    prepareApi: putObjects,
  })),
})
/** Managers with two values of each period, in milliseconds. */
export const fixtures = {
  // A namespace may wait for some seconds before it is evaluated, which would hide shorter periods.
  'the first period': periodsFixture(3_000, 6_000, 2_500),
  'the second period': formerly('another period', periodsFixture(2_000, 8_000, 1_500)),
} as const

function putObjects(api: ApiServer): void {
  putObject(api, objectsByKind.quota('judged', 'default'))
  arrangeQuotas(api)
  // The finalizer of another client keeps the namespace.
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'lingering', finalizers: ['judged.example/keep'] },
  })
  api.hand.remove({ resource: 'namespaces', name: 'lingering' }, {})
  // The API server does not store finalizations, so that each evaluation repeats them.
  api.on({ verb: finalizeVerbs, resource: 'namespaces/finalize', name: 'lingering' }, withoutStoring)
  putClaim(api, 'unbound', 'of-nobody')
  for (const name of waitingClaims) putClaim(api, name, `class-of-${name}`)
}
