import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import { keyOf, listAt, mapAt, namespaceOf, numberAt, textAt } from '../../manager/object.ts'
import { collection, type Resource, resources } from '../../manager/engine/resources.ts'
import { recommendedReplicas } from './recommendation.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

interface Recommendation {
  readonly atMs: number
  readonly replicas: number
}

/** Scales the targets of autoscalers, once per period. */
export const autoscalingController: Controller = {
  name: 'horizontal-pod-autoscaler-controller',
  start(loop) {
    const periodMs = loop.config.value('/HPAController/HorizontalPodAutoscalerSyncPeriod')
    const recommendations = new Map<string, Recommendation[]>()
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
        const recommendationsOfKey = recommendations.get(key) ?? []
        recommendations.set(key, recommendationsOfKey)
        await scale(loop, autoscaler, recommendationsOfKey)
      },
    })
  },
}

// Window that a fault uses in place of the configured one.
const fixedWindowMs = 300_000

/** Histories of recommendations of the targets that were scaled. Only a fault uses this set. */
const scaledHistories = new WeakSet<Recommendation[]>()

async function scale(loop: Loop, autoscaler: ApiObject, recommendations: Recommendation[]): Promise<void> {
  const target = targetPath(autoscaler)
  if (target === undefined) return
  const path = `${target}/scale`
  const { status, object } = await loop.api.send('GET', freedom('scale-of-object') ? target : path)
  if (status !== 200) return
  const currentReplicas = numberAt(object, 'spec.replicas')
  const selector =
    textAt(object, 'status.selector') || labelSelector(mapAt(object, 'spec.selector.matchLabels'))
  const nowMs = performance.now()
  // The current number of replicas is the first recommendation, so that a start does not scale down at once.
  if (recommendations.length === 0) recommendations.push({ atMs: nowMs, replicas: currentReplicas })
  const replicas = await recommendedReplicas(loop, autoscaler, selector, currentReplicas)
  if (replicas === undefined) return
  recommendations.push({ atMs: nowMs, replicas })
  const windowMs = loop.config.value('/HPAController/HorizontalPodAutoscalerDownscaleStabilizationWindow')
  const isWindowIgnored =
    fault('autoscaler-window-of-utilization-alone') &&
    !JSON.stringify(listAt(autoscaler, 'spec.metrics')).includes('"Utilization"')
  const hasBehavior = Object.keys(mapAt(autoscaler, 'spec.behavior')).length > 0
  const isWindowFixed = hasBehavior && fault('autoscaler-window-not-for-behavior')
  const usedMs = isWindowIgnored ? 0 : isWindowFixed ? fixedWindowMs : windowMs
  const recentRecommendations = recommendations.filter(
    (recommendation) => recommendation.atMs > nowMs - usedMs || recommendation.atMs === nowMs,
  )
  recommendations.splice(0, recommendations.length, ...recentRecommendations)
  const usedRecommendations = recentRecommendations.filter(
    ({ atMs }, index) =>
      index === 0 || atMs === nowMs || !fault('autoscaler-later-recommendations-forgotten'),
  )
  const wantedReplicas = Math.max(...usedRecommendations.map((recommendation) => recommendation.replicas))
  const newReplicas = replicas > currentReplicas ? replicas : Math.min(currentReplicas, wantedReplicas)
  if (scaledHistories.has(recommendations) && fault('autoscaler-scales-once')) return
  if (
    newReplicas !== currentReplicas &&
    !(newReplicas > currentReplicas && fault('autoscaler-never-scales'))
  ) {
    scaledHistories.add(recommendations)
    await change(loop, path, object, newReplicas)
  }
}

async function change(loop: Loop, path: string, object: ApiObject, replicas: number): Promise<void> {
  if (freedom('scale-patched')) {
    await loop.api.send('PATCH', path, { spec: { replicas } })
    return
  }
  const scaleObject = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: mapAt(object, 'metadata') }
  await loop.api.send('PUT', path, { ...scaleObject, spec: { replicas } })
}

const labelSelector = (labels: ApiObject) =>
  Object.entries(labels)
    .map(([label, value]) => `${label}=${String(value)}`)
    .join(',')

/** Returns the path of the object that an autoscaler scales. */
function targetPath(autoscaler: ApiObject): string | undefined {
  const target = mapAt(autoscaler, 'spec.scaleTargetRef')
  const resource: Resource | undefined = Object.values(resources).find(
    ({ kind, apiVersion }) => kind === target['kind'] && apiVersion === target['apiVersion'],
  )
  if (resource === undefined || listAt(autoscaler, 'spec.metrics').length === 0) return undefined
  return `${collection(resource, namespaceOf(autoscaler))}/${textAt(target, 'name')}`
}
