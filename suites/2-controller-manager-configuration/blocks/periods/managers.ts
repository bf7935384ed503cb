import { formerly } from '#kit'
import { type ApiServer, withoutStoring } from '#mocks/api-server/index.ts'
import { putClaim } from '../volumes/claims.ts'
import { arrangeQuotas } from './quotas.ts'
import { put, sharedFixture } from '../fixture.ts'
import { made } from '../workers/objects.ts'

/** JSON pointers of the fields. */
export const quota = '/ResourceQuotaController/ResourceQuotaSyncPeriod'
export const namespaces = '/NamespaceController/NamespaceSyncPeriod'
export const binder = '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod'
/** The verbs of a finalization. */
export const freeing = ['update', 'patch'] as const
const waiting = ['first-served', 'second-served'] as const

const fixture = (quotaMs: number, namespacesMs: number, binderMs: number) => ({
  periodsMs: { [quota]: quotaMs, [namespaces]: namespacesMs, [binder]: binderMs },
  seen: sharedFixture(() => ({
    blocks: ['ResourceQuotaController', 'NamespaceController', 'PersistentVolumeBinderController'],
    fields: { [quota]: `${quotaMs}ms`, [namespaces]: `${namespacesMs}ms`, [binder]: `${binderMs}ms` },
    watched: ['resourcequotas', 'namespaces', 'persistentvolumeclaims'],
    before: putAll,
  })),
})
/** Managers by their periods, in milliseconds by pointer. */
export const fixtures = {
  // A namespace may wait for some seconds before it is evaluated, which would hide shorter periods.
  'the first period': fixture(3_000, 6_000, 2_500),
  'the second period': formerly('another period', fixture(2_000, 8_000, 1_500)),
} as const

function putAll(api: ApiServer): void {
  put(api, made.quota('judged', 'default'))
  arrangeQuotas(api)
  // Another finalizer still keeps it.
  put(api, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'lingering', finalizers: ['judged.example/keep'] },
  })
  api.hand.remove({ resource: 'namespaces', name: 'lingering' }, {})
  // Finalization is not stored, so that each evaluation must repeat it.
  api.on({ verb: freeing, resource: 'namespaces/finalize', name: 'lingering' }, withoutStoring)
  putClaim(api, 'unbound', 'of-nobody')
  for (const name of waiting) putClaim(api, name, `class-of-${name}`)
}
