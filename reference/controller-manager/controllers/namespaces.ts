import { at, keyOf, mapAt, textsAt } from '../../manager/engine/object.ts'
import type { Controller } from './controller.ts'
import { resources } from '../../manager/engine/resources.ts'
import { pathOf } from '../../manager/engine/write.ts'

/** Finalizes namespaces that are to end, and looks at those that linger once a period. */
export const namespaceController: Controller = {
  name: 'namespace-controller',
  start(loop) {
    const namespaces = loop.informer(resources.namespaces)
    const isEnding = (namespace: unknown) => at(namespace, 'metadata.deletionTimestamp') !== undefined
    const queue = loop.work(resources.namespaces, {
      workers: loop.config.value('/NamespaceController/ConcurrentNamespaceSyncs'),
      takes: (namespace, { before }) => isEnding(namespace) && !isEnding(before),
      async sync(namespace) {
        // Read anew: what the watch told may be old by the time it is worked on.
        const { status, object } = await loop.api.ask('GET', pathOf(resources.namespaces, namespace))
        if (status !== 200 || !isEnding(object) || textsAt(object, 'spec.finalizers').length === 0) return
        const spec = { ...mapAt(object, 'spec'), finalizers: [] }
        await loop.write.update(resources.namespaces, { ...object, spec }, 'finalize')
      },
    })
    loop.every(loop.config.value('/NamespaceController/NamespaceSyncPeriod'), () => {
      for (const namespace of namespaces.all) if (isEnding(namespace)) queue.add(keyOf(namespace))
    })
  },
}
