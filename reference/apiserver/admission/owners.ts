import { ApiError } from '../../serving/api-error.ts'
import type { Json } from '../../serving/json-body.ts'
import { metadataOf } from '../api/object.ts'
import type { PluginFactory } from './plugin.ts'

/** Permits changes of an object's owners only to users who may delete the object. */
export const ownerReferencesPermissionEnforcement: PluginFactory = ({ authorizer }) => ({
  concerns: ({ operation }) => operation === 'UPDATE',
  async admit({ resource, namespace, name, user, before }, object) {
    if (ownersOf(before ?? {}) === ownersOf(object)) return object
    const { verdict } = await authorizer.decide({
      user,
      path: '',
      verb: 'delete',
      resource: { ...resource, namespace, name, subresource: '' },
    })
    if (verdict === 'allow') return object
    throw new ApiError(
      403,
      `${resource.resource} is forbidden: whoever may not delete it names no owner of it`,
    )
  },
})

const ownersOf = (object: Json): string => JSON.stringify(metadataOf(object)['ownerReferences'] ?? [])
