import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import { keyOf, listAt, mapAt, namespaceOf, numberAt, textAt } from '../../manager/engine/object.ts'
import { collection, type Resource, resources } from '../../manager/engine/resources.ts'
import { recommended } from './recommendation.ts'

interface Recommendation {
  readonly atMs: number
  readonly replicas: number
}

/** Scales what autoscalers point at, once a period. */
export const autoscalingController: Controller = {
  name: 'horizontal-pod-autoscaler-controller',
  start(loop) {
    const periodMs = loop.config.value('/HPAController/HorizontalPodAutoscalerSyncPeriod')
    const made = new Map<string, Recommendation[]>()
    loop.informer(resources.pods)
    const queue = loop.work(resources.autoscalers, {
      workers: loop.config.value('/HPAController/ConcurrentHorizontalPodAutoscalerSyncs'),
      needs: [resources.pods],
      takes: (autoscaler, { before }) => {
        if (before === undefined) queue.addAfter(keyOf(autoscaler), periodMs)
        return false
      },
      async sync(autoscaler) {
        const key = keyOf(autoscaler)
        queue.addAfter(key, periodMs)
        const known = made.get(key) ?? []
        made.set(key, known)
        await scale(loop, autoscaler, known)
      },
    })
  },
}

async function scale(loop: Loop, autoscaler: ApiObject, made: Recommendation[]): Promise<void> {
  const path = scalePath(autoscaler)
  if (path === undefined) return
  const { status, object } = await loop.api.ask('GET', path)
  if (status !== 200) return
  const current = numberAt(object, 'spec.replicas')
  const atMs = performance.now()
  // What is there counts as recommended, so that a start does not scale down at once.
  if (made.length === 0) made.push({ atMs, replicas: current })
  const replicas = await recommended(loop, autoscaler, textAt(object, 'status.selector'), current)
  if (replicas === undefined) return
  made.push({ atMs, replicas })
  const windowMs = loop.config.value('/HPAController/HorizontalPodAutoscalerDownscaleStabilizationWindow')
  const counted = made.filter((each) => each.atMs > atMs - windowMs || each.atMs === atMs)
  made.splice(0, made.length, ...counted)
  const wanted = Math.max(...counted.map((each) => each.replicas))
  const next = replicas > current ? replicas : Math.min(current, wanted)
  if (next !== current && !(next > current && loop.quirks.fault('autoscaler-never-scales'))) {
    await loop.api.ask('PUT', path, { ...object, spec: { ...mapAt(object, 'spec'), replicas: next } })
  }
}

function scalePath(autoscaler: ApiObject): string | undefined {
  const target = mapAt(autoscaler, 'spec.scaleTargetRef')
  const resource: Resource | undefined = Object.values(resources).find(
    ({ kind, apiVersion }) => kind === target['kind'] && apiVersion === target['apiVersion'],
  )
  if (resource === undefined || listAt(autoscaler, 'spec.metrics').length === 0) return undefined
  return `${collection(resource, namespaceOf(autoscaler))}/${textAt(target, 'name')}/scale`
}
