import { type ApiServer, withoutStoring } from '#mocks/api-server/index.ts'
import { putClaim } from '../volumes/claims.ts'
import { arrangeQuotas } from './quotas.ts'
import { put, sharedWorld } from '../world.ts'
import { made } from '../workers/objects.ts'

/** JSON pointers of the fields. */
export const quota = '/ResourceQuotaController/ResourceQuotaSyncPeriod'
export const namespaces = '/NamespaceController/NamespaceSyncPeriod'
export const binder = '/PersistentVolumeBinderController/PVClaimBinderSyncPeriod'
/** The verbs of a finalization. */
export const freeing = ['update', 'patch'] as const
const waiting = ['first-served', 'second-served'] as const

const world = (quotaMs: number, namespacesMs: number, binderMs: number) => ({
  periodsMs: { [quota]: quotaMs, [namespaces]: namespacesMs, [binder]: binderMs },
  seen: sharedWorld(() => ({
    blocks: ['ResourceQuotaController', 'NamespaceController', 'PersistentVolumeBinderController'],
    fields: { [quota]: `${quotaMs}ms`, [namespaces]: `${namespacesMs}ms`, [binder]: `${binderMs}ms` },
    watched: ['resourcequotas', 'namespaces', 'persistentvolumeclaims'],
    before: putAll,
  })),
})
/** Managers by their periods, in milliseconds by pointer. */
export const worlds = {
  // A namespace may rest for some seconds before it is looked at, which shorter periods would drown in.
  'the first period': world(3_000, 6_000, 2_500),
  'another period': world(2_000, 8_000, 1_500),
} as const

function putAll(api: ApiServer): void {
  put(api, made.quota('judged', 'default'))
  arrangeQuotas(api)
  // Somebody else still keeps it as well.
  put(api, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'lingering', finalizers: ['judged.example/keep'] },
  })
  api.hand.remove({ resource: 'namespaces', name: 'lingering' }, {})
  // What is stored of it is forgotten, so that each look at it has to end it again.
  api.on({ verb: freeing, resource: 'namespaces/finalize', name: 'lingering' }, withoutStoring)
  putClaim(api, 'unbound', 'of-nobody')
  for (const name of waiting) putClaim(api, name, `class-of-${name}`)
}
