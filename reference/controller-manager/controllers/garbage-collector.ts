import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import { keyOf, listAt, namespaceOf, textAt, uidOf } from '../../manager/object.ts'
import { collection, type Resource, resources } from '../../manager/engine/resources.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const collected: readonly Resource[] = [
  resources.configmaps,
  resources.pods,
  resources.secrets,
  resources.replicaSets,
  resources.jobs,
  resources.revisions,
]

/** Deletes objects whose owners are all deleted. */
export const garbageCollector: Controller = {
  name: 'garbage-collector-controller',
  start(loop) {
    if (!loop.config.value('/GarbageCollectorController/EnableGarbageCollector')) return
    const ignored = loop.config.value('/GarbageCollectorController/GCIgnoredResources')
    if (fault('orphans-not-collected')) return
    const isIgnored = ({ apiVersion, plural }: Resource) =>
      ignored.some(
        ({ Group = '', Resource = '' }) =>
          Resource === plural &&
          (Group === (apiVersion.includes('/') ? apiVersion.split('/')[0] : '') ||
            fault('ignored-resources-by-name-alone')),
      )
    for (const resource of collected)
      if (!isIgnored(resource)) collect(loop, resource)
      else if (fault('ignored-resources-of-before-alone')) collect(loop, resource, true)
  },
}

function collect(loop: Loop, resource: Resource, isLaterAlone = false): void {
  const objects = loop.informer(resource)
  const isEarlyAlone = fault('orphans-of-before-collected-alone')
  const queue = loop.work(resource, {
    // All kinds share the number, but each has a separate queue: no check fills two of them at the same time.
    workers: loop.config.value('/GarbageCollectorController/ConcurrentGCSyncs'),
    needs: freedom('orphans-deleted-unasked') ? collected : [],
    takes: (object) =>
      ownersOf(object).length > 0 &&
      !(isEarlyAlone && objects.isSynced) &&
      !(isLaterAlone && !objects.isSynced),
    async sync(object) {
      for (const owner of ownersOf(object)) {
        // Sequential: the first existing owner ends the search.
        if (await ownerExists(loop, owner, namespaceOf(object))) return
      }
      await loop.write.remove(resource, object)
    },
  })
  if (isEarlyAlone) return
  for (const kind of collected)
    loop.informer(kind).listen(({ now, before }) => {
      if (now !== undefined || before === undefined) return
      for (const object of objects.all)
        if (ownersOf(object).some(({ uid }) => uid === uidOf(before))) queue.add(keyOf(object))
    })
}

const ownersOf = (object: ApiObject) => listAt(object, 'metadata.ownerReferences')

async function ownerExists(loop: Loop, owner: ApiObject, namespace: string): Promise<boolean> {
  const resource = Object.values(resources).find(
    ({ kind, apiVersion }) => kind === owner['kind'] && apiVersion === owner['apiVersion'],
  )
  if (resource === undefined) return true
  if (freedom('orphans-deleted-unasked') && collected.includes(resource)) {
    const known = loop.informer(resource).get(`${namespace}/${textAt(owner, 'name')}`)
    return known !== undefined && uidOf(known) === textAt(owner, 'uid')
  }
  const path = `${collection(resource, namespace)}/${textAt(owner, 'name')}`
  const { status, object } = await loop.api.send('GET', path)
  if (status === 404) return false
  if (fault('orphans-by-name-of-owner')) return true
  return status !== 200 || uidOf(object) === textAt(owner, 'uid')
}
