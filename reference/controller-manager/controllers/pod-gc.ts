import type { ApiObject } from '../../manager/api.ts'
import type { Controller } from './controller.ts'
import { namespaceOf, textAt, timeAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const periodMs = 2_000

function isTerminated(pod: ApiObject): boolean {
  const phase = textAt(pod, 'status.phase')
  if (['Succeeded', 'Failed'].includes(phase)) return true
  return phase !== 'Running' && fault('pods-not-running-collected')
}

/** Deletes the oldest finished pods if there are more than the threshold permits. */
export const podCollector: Controller = {
  name: 'pod-garbage-collector-controller',
  start(loop) {
    const pods = loop.informer(resources.pods)
    const threshold = loop.config.value('/PodGCController/TerminatedPodGCThreshold')
    if (threshold === 0 && !fault('terminated-pods-collected-at-zero')) return
    if (threshold < 0 && !fault('terminated-pods-collected-below-zero')) return
    const keptPodCount = Math.max(
      0,
      fault('terminated-pods-collected-at-threshold') ? threshold - 1 : threshold,
    )
    let hasCollected = false
    loop.every(periodMs, async () => {
      await pods.synced()
      if (hasCollected && fault('terminated-pods-collected-once')) return
      const terminatedPods = pods.all
        .filter(isTerminated)
        .toSorted((pod, otherPod) => creationTime(pod) - creationTime(otherPod))
      const countsPerNamespace = fault('terminated-pods-counted-per-namespace')
      const countedPods = countsPerNamespace
        ? terminatedPods.filter((pod) => namespaceOf(pod) === 'default')
        : terminatedPods
      const excessPodCount = countedPods.length - keptPodCount
      hasCollected ||= excessPodCount > 0
      const removedCount =
        freedom('terminated-pods-all-collected') && excessPodCount > 0
          ? terminatedPods.length
          : Math.max(0, excessPodCount)
      await Promise.all(
        terminatedPods.slice(0, removedCount).map((pod) => loop.write.remove(resources.pods, pod)),
      )
    })
  },
}

const creationTime = (pod: ApiObject) => timeAt(pod, 'metadata.creationTimestamp')
