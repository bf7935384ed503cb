import type { ApiObject } from '../../manager/api.ts'
import type { Controller } from './controller.ts'
import { keyOf, mapAt, namespaceOf } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault } from '../../quirks/quirks.ts'

const countedResources = [
  resources.pods,
  resources.configmaps,
  resources.secrets,
  resources.services,
  resources.claims,
]

/** Updates the usage of quotas. Changes of their status by other clients are corrected once per period. */
export const quotaController: Controller = {
  name: 'resourcequota-controller',
  start(loop) {
    const informersByName = new Map(
      countedResources.map((resource) => [resource.plural, loop.informer(resource)]),
    )
    const quotas = loop.informer(resources.quotas)
    const correctionCounts = new Map<string, number>()
    /** Reports whether an enabled fault prevents the correction of a quota's recorded usage. */
    const isSkippedByFault = (quota: ApiObject, firstQuota: ApiObject | undefined, corrected: number) =>
      isRecorded(quota) &&
      ((firstQuota !== undefined && keyOf(firstQuota) !== keyOf(quota) && fault('quotas-of-one-corrected')) ||
        (corrected > 0 && fault('quotas-corrected-once')) ||
        (hasScopes(quota) && fault('quotas-without-scopes-corrected-alone')) ||
        (!('pods' in mapAt(quota, 'spec.hard')) && fault('quotas-of-pods-corrected-alone')))
    const queue = loop.work(resources.quotas, {
      workers: loop.config.value('/ResourceQuotaController/ConcurrentResourceQuotaSyncs'),
      needs: countedResources,
      takes: (now, { before }) => JSON.stringify(before?.['spec']) !== JSON.stringify(now['spec']),
      async sync(quota) {
        const firstQuota = quotas.all[0]
        if (isSkippedByFault(quota, firstQuota, correctionCounts.get(keyOf(quota)) ?? 0)) return
        const hard = mapAt(quota, 'spec.hard')
        const isInSameNamespace = (object: ApiObject) => namespaceOf(object) === namespaceOf(quota)
        const usedAmounts = Object.fromEntries(
          Object.keys(hard).map((name) => [
            name,
            String(informersByName.get(name)?.all.filter(isInSameNamespace).length ?? 0),
          ]),
        )
        const status = { hard, used: usedAmounts }
        if (JSON.stringify(quota['status']) === JSON.stringify(status)) return
        if (isRecorded(quota))
          correctionCounts.set(keyOf(quota), (correctionCounts.get(keyOf(quota)) ?? 0) + 1)
        await loop.write.update(resources.quotas, { ...quota, status }, 'status')
      },
    })
    const periodMs = loop.config.value('/ResourceQuotaController/ResourceQuotaSyncPeriod')
    if (periodMs > 0)
      loop.every(periodMs, () => {
        for (const quota of quotas.all) queue.add(keyOf(quota))
      })
  },
}

const isRecorded = (quota: ApiObject) => Object.keys(mapAt(quota, 'status.used')).length > 0

function hasScopes({ spec }: ApiObject): boolean {
  return 'scopes' in Object(spec) || 'scopeSelector' in Object(spec)
}
