import type { ApiServerRequest } from '../request.ts'
import { type ApiObject, recordAt, type StoredObject, timestamp } from '../model/object.ts'
import type { ObjectLocation } from '../objects/objects.ts'
import type { Reply, ActionOptions } from '../response.ts'
import type { Server } from '../server.ts'
import { sentObject } from './body.ts'
import { writeOptions } from './objects.ts'
import { patchOf } from './patch.ts'

/** Handles the subresource `scale`: reads or changes the replica count of an object. */
export function scale(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  if (request.verb === 'get') return { code: 200, body: scaleOf(server.objects.get(location).object) }
  const change = request.verb === 'patch' ? patchOf(location.resource, request) : () => sentObject(request)
  const entry = server.objects.update(
    location,
    'main',
    (currentObject) => {
      const changedScale = change(scaleOf(currentObject as StoredObject))
      const { resourceVersion } = changedScale.metadata ?? {}
      const replicas = recordAt(changedScale, 'spec').replicas ?? 0
      return {
        ...currentObject,
        metadata: { ...currentObject.metadata, ...(resourceVersion && { resourceVersion }) },
        spec: { ...recordAt(currentObject, 'spec'), replicas },
      }
    },
    writeOptions(request, actionOptions),
  )
  return { code: 200, body: scaleOf(entry.object), entry }
}

function scaleOf({ metadata, spec, status, kind }: StoredObject): ApiObject {
  const { name, namespace = '', uid, resourceVersion, creationTimestamp = timestamp() } = metadata
  const selector = recordAt(spec, 'selector')
  const labels = kind === 'ReplicationController' ? selector : recordAt(selector, 'matchLabels')
  const text = Object.entries(labels)
    .map(([label, value]) => `${label}=${String(value)}`)
    .toSorted()
    .join(',')
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: recordAt({ spec }, 'spec').replicas ?? 0 },
    status: {
      replicas: recordAt({ status }, 'status').replicas ?? 0,
      ...(text !== '' && { selector: text }),
    },
  }
}
