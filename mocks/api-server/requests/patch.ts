import type { ApiServerRequest } from '../request.ts'
import { type ApiObject, isRecord } from '../model/object.ts'
import { applyPatch, appliedEntry } from '../patches/apply-patch.ts'
import { jsonPatch } from '../patches/json-patch.ts'
import { mergePatch } from '#mocks/peer/merge-patch.ts'
import { strategicMergePatch } from '../patches/strategic-merge-patch.ts'
import { badRequest, Refusal } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { Server } from '../server.ts'
import { mediaType } from './body.ts'

export const applyType = 'application/apply-patch+yaml'
const jsonType = 'application/json-patch+json'
const mergeType = 'application/merge-patch+json'
const strategicType = 'application/strategic-merge-patch+json'

/** Returns a patch as a function of the object; throws `Refusal` for a patch that cannot be read. */
export function patchOf(
  resource: Resource,
  request: ApiServerRequest,
): (currentObject: ApiObject) => ApiObject {
  const { body } = request
  if (request.error !== undefined || body === undefined)
    throw badRequest(`error decoding patch: ${request.error ?? 'it is empty'}`)
  const apply = patchByType(resource, mediaType(request.contentType))
  return (currentObject) => {
    const patchedObject = apply(currentObject, body)
    if (!isRecord(patchedObject)) throw badRequest('the patch leaves no object')
    return patchedObject
  }
}

function patchByType(resource: Resource, type: string): (target: unknown, patch: unknown) => unknown {
  if (type === jsonType) return jsonPatch
  if (type === mergeType) return mergePatch
  if (type === strategicType && resource.strategic) return strategicMergePatch
  const types = [jsonType, mergeType, ...(resource.strategic ? [strategicType] : []), applyType].join(', ')
  const message = `the body of the request was in an unknown format - accepted media types include: ${types}`
  throw new Refusal(415, message)
}

/** Returns the result of an apply patch on an object that may not exist yet. */
export function applyResult(
  server: Server,
  resource: Resource,
  request: ApiServerRequest,
): (currentObject: ApiObject) => ApiObject {
  const manager = request.query.get('fieldManager') ?? ''
  if (manager === '') {
    const field =
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch'
    throw new Refusal(422, field, 'Invalid', {
      causes: [
        {
          reason: 'FieldValueRequired',
          message: 'Required value: is required for apply patch',
          field: 'fieldManager',
        },
      ],
    })
  }
  const { body } = request
  if (!isRecord(body)) throw badRequest(`error decoding YAML: ${request.error ?? 'it is no object'}`)
  return (currentObject) => {
    const lastApplied = server.appliedFields
      .get(currentObject.metadata?.uid ?? '')
      ?.get(managerKey(manager, request))
    const patchedObject = applyPatch(currentObject, body, lastApplied) as ApiObject
    const otherEntries = (currentObject.metadata?.managedFields ?? []).filter(
      (entry) =>
        !(
          isRecord(entry) &&
          entry.manager === manager &&
          entry.operation === 'Apply' &&
          (entry.subresource ?? '') === request.subresource
        ),
    )
    const managerEntry = appliedEntry(manager, apiVersionOf(resource), body, request.subresource)
    return {
      ...patchedObject,
      metadata: { ...patchedObject.metadata, managedFields: [...otherEntries, managerEntry] },
    }
  }
}

/** Records the fields that a manager has applied, so that its next patch can remove some of them. */
export function recordAppliedFields(server: Server, uid: string, request: ApiServerRequest): void {
  const managers = server.appliedFields.get(uid) ?? new Map<string, unknown>()
  managers.set(managerKey(request.query.get('fieldManager') ?? '', request), request.body)
  server.appliedFields.set(uid, managers)
}

function managerKey(manager: string, { subresource }: ApiServerRequest): string {
  return `${manager} ${subresource}`
}
