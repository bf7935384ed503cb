import type { ApiObject } from '../../manager/api.ts'
import type { Controller } from './controller.ts'
import { keyOf, mapAt, namespaceOf } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault } from '../../quirks/quirks.ts'

const counted = [
  resources.pods,
  resources.configmaps,
  resources.secrets,
  resources.services,
  resources.claims,
]

/** Updates the usage of quotas. Changes of their status by others are corrected once per period. */
export const quotaController: Controller = {
  name: 'resourcequota-controller',
  start(loop) {
    const counts = new Map(counted.map((resource) => [resource.plural, loop.informer(resource)]))
    const quotas = loop.informer(resources.quotas)
    const corrections = new Map<string, number>()
    /** Reports whether a defect keeps the recorded usage of a quota. */
    const isForgotten = (quota: ApiObject, first: ApiObject | undefined, corrected: number) =>
      isRecorded(quota) &&
      ((first !== undefined && keyOf(first) !== keyOf(quota) && fault('quotas-of-one-corrected')) ||
        (corrected > 0 && fault('quotas-corrected-once')) ||
        (!('pods' in mapAt(quota, 'spec.hard')) && fault('quotas-of-pods-corrected-alone')))
    const queue = loop.work(resources.quotas, {
      workers: loop.config.value('/ResourceQuotaController/ConcurrentResourceQuotaSyncs'),
      needs: counted,
      takes: (now, { before }) => JSON.stringify(before?.['spec']) !== JSON.stringify(now['spec']),
      async sync(quota) {
        const first = quotas.all[0]
        if (isForgotten(quota, first, corrections.get(keyOf(quota)) ?? 0)) return
        const hard = mapAt(quota, 'spec.hard')
        const isNear = (one: ApiObject) => namespaceOf(one) === namespaceOf(quota)
        const used = Object.fromEntries(
          Object.keys(hard).map((name) => [name, String(counts.get(name)?.all.filter(isNear).length ?? 0)]),
        )
        const status = { hard, used }
        if (JSON.stringify(quota['status']) === JSON.stringify(status)) return
        if (isRecorded(quota)) corrections.set(keyOf(quota), (corrections.get(keyOf(quota)) ?? 0) + 1)
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
