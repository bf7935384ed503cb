import type { ApiObject } from '../../manager/api.ts'
import { valueAt, keyOf, mapAt, textsAt } from '../../manager/object.ts'
import type { Controller } from './controller.ts'
import { resources } from '../../manager/engine/resources.ts'
import { pathOf } from '../../manager/engine/write.ts'
import { freedom } from '../../quirks/quirks.ts'

/** Finalizes namespaces that are being deleted, and checks the remaining namespaces once per period. */
export const namespaceController: Controller = {
  name: 'namespace-controller',
  start(loop) {
    const namespaces = loop.informer(resources.namespaces)
    const readLatest = async (namespace: ApiObject): Promise<ApiObject> => {
      if (freedom('namespaces-not-read-anew')) return namespace
      // The object from the watch may be outdated when it is processed.
      const { status, object } = await loop.api.send('GET', pathOf(resources.namespaces, namespace))
      return status === 200 ? object : {}
    }
    const isTerminating = (namespace: unknown) =>
      valueAt(namespace, 'metadata.deletionTimestamp') !== undefined
    const queue = loop.work(resources.namespaces, {
      workers: loop.config.value('/NamespaceController/ConcurrentNamespaceSyncs'),
      takes: (namespace, { before }) => isTerminating(namespace) && !isTerminating(before),
      async sync(namespace) {
        const object = await readLatest(namespace)
        if (!isTerminating(object) || textsAt(object, 'spec.finalizers').length === 0) return
        const spec = { ...mapAt(object, 'spec'), finalizers: [] }
        await loop.write.update(resources.namespaces, { ...object, spec }, 'finalize')
      },
    })
    loop.every(loop.config.value('/NamespaceController/NamespaceSyncPeriod'), () => {
      for (const namespace of namespaces.all) if (isTerminating(namespace)) queue.add(keyOf(namespace))
    })
  },
}
