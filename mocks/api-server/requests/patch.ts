import type { ApiAsked } from '../asked.ts'
import { type ApiObject, isRecord } from '../model/object.ts'
import { applyPatch, appliedEntry } from '../patches/apply-patch.ts'
import { jsonPatch } from '../patches/json-patch.ts'
import { mergePatch } from '../patches/merge-patch.ts'
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
export function patchOf(resource: Resource, asked: ApiAsked): (current: ApiObject) => ApiObject {
  const { body } = asked
  if (asked.error !== undefined || body === undefined)
    throw badRequest(`error decoding patch: ${asked.error ?? 'it is empty'}`)
  const apply = byType(resource, mediaType(asked.contentType))
  return (current) => {
    const patched = apply(current, body)
    if (!isRecord(patched)) throw badRequest('the patch leaves no object')
    return patched
  }
}

function byType(resource: Resource, type: string): (target: unknown, patch: unknown) => unknown {
  if (type === jsonType) return jsonPatch
  if (type === mergeType) return mergePatch
  if (type === strategicType && resource.strategic) return strategicMergePatch
  const types = [jsonType, mergeType, ...(resource.strategic ? [strategicType] : []), applyType].join(', ')
  const message = `the body of the request was in an unknown format - accepted media types include: ${types}`
  throw new Refusal(415, message)
}

/** Returns the result of an apply patch on an object that may not exist yet. */
export function applied(
  server: Server,
  resource: Resource,
  asked: ApiAsked,
): (current: ApiObject) => ApiObject {
  const manager = asked.query.get('fieldManager') ?? ''
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
  const { body } = asked
  if (!isRecord(body)) throw badRequest(`error decoding YAML: ${asked.error ?? 'it is no object'}`)
  return (current) => {
    const before = server.applied.get(current.metadata?.uid ?? '')?.get(managerKey(manager, asked))
    const made = applyPatch(current, body, before) as ApiObject
    const others = (current.metadata?.managedFields ?? []).filter(
      (entry) =>
        !(
          isRecord(entry) &&
          entry.manager === manager &&
          entry.operation === 'Apply' &&
          (entry.subresource ?? '') === asked.subresource
        ),
    )
    const mine = appliedEntry(manager, apiVersionOf(resource), body, asked.subresource)
    return { ...made, metadata: { ...made.metadata, managedFields: [...others, mine] } }
  }
}

/** Records the fields that a manager has applied, so that its next patch can remove some. */
export function remember(server: Server, uid: string, asked: ApiAsked): void {
  const managers = server.applied.get(uid) ?? new Map<string, unknown>()
  managers.set(managerKey(asked.query.get('fieldManager') ?? '', asked), asked.body)
  server.applied.set(uid, managers)
}

function managerKey(manager: string, { subresource }: ApiAsked): string {
  return `${manager} ${subresource}`
}
