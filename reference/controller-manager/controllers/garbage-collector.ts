import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import { keyOf, listAt, namespaceOf, textAt, uidOf } from '../../manager/object.ts'
import { collection, type Resource, resources } from '../../manager/engine/resources.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const collectedResources: readonly Resource[] = [
  resources.configmaps,
  resources.pods,
  resources.secrets,
  resources.services,
  resources.replicaSets,
  resources.jobs,
  resources.revisions,
]

const isCollected = ({ plural }: Resource) =>
  ['configmaps', 'jobs'].includes(plural) || !fault('orphans-of-two-resources-collected')

/** Deletes objects whose owners are all deleted. */
export const garbageCollector: Controller = {
  name: 'garbage-collector-controller',
  start(loop) {
    const isEnabled = loop.config.value('/GarbageCollectorController/EnableGarbageCollector')
    if (!isEnabled && !fault('orphans-of-later-always-collected')) return
    const ignoredResources = loop.config.value('/GarbageCollectorController/GCIgnoredResources')
    if (fault('orphans-not-collected')) return
    const isIgnored = ({ apiVersion, plural }: Resource) =>
      ignoredResources.some(
        ({ Group = '', Resource = '' }, index) =>
          Resource === plural &&
          (index === 0 || !fault('ignored-resources-of-first-entry-alone')) &&
          (Group === (apiVersion.includes('/') ? apiVersion.split('/')[0] : '') ||
            fault('ignored-resources-by-name-alone')),
      )
    for (const resource of collectedResources.filter(isCollected))
      if (!isIgnored(resource)) collectOrphans(loop, resource, !isEnabled)
      else if (fault('ignored-resources-of-before-alone')) collectOrphans(loop, resource, true)
  },
}

function collectOrphans(loop: Loop, resource: Resource, isLaterAlone = false): void {
  const objects = loop.informer(resource)
  const collectsEarlyOnly = fault('orphans-of-before-collected-alone')
  const queue = loop.work(resource, {
    // Each kind has a separate queue with this number of workers, because no check fills two queues at once.
    workers: loop.config.value('/GarbageCollectorController/ConcurrentGCSyncs'),
    needs: freedom('orphans-deleted-unasked') ? collectedResources : [],
    takes: (object) =>
      ownerReferencesOf(object).length > 0 &&
      !(collectsEarlyOnly && objects.isSynced) &&
      !(isLaterAlone && !objects.isSynced),
    async sync(object) {
      for (const owner of ownerReferencesOf(object)) {
        // Sequential: the first existing owner ends the search.
        if (await checkOwnerExists(loop, owner, namespaceOf(object))) return
      }
      await loop.write.remove(resource, object)
    },
  })
  if (collectsEarlyOnly) return
  for (const kind of collectedResources)
    loop.informer(kind).listen(({ now, before }) => {
      if (now !== undefined || before === undefined) return
      if (ownerReferencesOf(before).length > 0 && fault('orphans-of-orphans-kept')) return
      for (const object of objects.all)
        if (ownerReferencesOf(object).some(({ uid }) => uid === uidOf(before))) queue.add(keyOf(object))
    })
}

const ownerReferencesOf = (object: ApiObject) => listAt(object, 'metadata.ownerReferences')

async function checkOwnerExists(loop: Loop, owner: ApiObject, namespace: string): Promise<boolean> {
  const resource = Object.values(resources).find(
    ({ kind, apiVersion }) => kind === owner['kind'] && apiVersion === owner['apiVersion'],
  )
  if (resource === undefined) return true
  if (freedom('orphans-deleted-unasked') && collectedResources.includes(resource)) {
    const cachedOwner = loop.informer(resource).get(`${namespace}/${textAt(owner, 'name')}`)
    return cachedOwner !== undefined && uidOf(cachedOwner) === textAt(owner, 'uid')
  }
  const path = `${collection(resource, namespace)}/${textAt(owner, 'name')}`
  const { status, object } = await loop.api.send('GET', path)
  if (status === 404) return false
  if (fault('orphans-by-name-of-owner')) return true
  return status !== 200 || uidOf(object) === textAt(owner, 'uid')
}
