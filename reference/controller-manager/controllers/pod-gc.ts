import type { ApiObject } from '../../manager/api.ts'
import type { Controller } from './controller.ts'
import { namespaceOf, textAt, timeAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const periodMs = 2_000

const isTerminated = (pod: ApiObject) => ['Succeeded', 'Failed'].includes(textAt(pod, 'status.phase'))

/** Deletes the oldest finished pods if there are more than permitted. */
export const podCollector: Controller = {
  name: 'pod-garbage-collector-controller',
  start(loop) {
    const pods = loop.informer(resources.pods)
    const threshold = loop.config.value('/PodGCController/TerminatedPodGCThreshold')
    if (threshold === 0 && !fault('terminated-pods-collected-at-zero')) return
    if (threshold < 0 && !fault('terminated-pods-collected-below-zero')) return
    const kept = Math.max(0, fault('terminated-pods-collected-at-threshold') ? threshold - 1 : threshold)
    let hasCollected = false
    loop.every(periodMs, async () => {
      await pods.synced()
      if (hasCollected && fault('terminated-pods-collected-once')) return
      const over = pods.all.filter(isTerminated).toSorted((one, other) => created(one) - created(other))
      const isSplit = fault('terminated-pods-counted-per-namespace')
      const counts = isSplit ? over.filter((pod) => namespaceOf(pod) === 'default') : over
      const many = counts.length - kept
      hasCollected ||= many > 0
      const gone = freedom('terminated-pods-all-collected') && many > 0 ? over.length : Math.max(0, many)
      await Promise.all(over.slice(0, gone).map((pod) => loop.write.remove(resources.pods, pod)))
    })
  },
}

const created = (pod: ApiObject) => timeAt(pod, 'metadata.creationTimestamp')
