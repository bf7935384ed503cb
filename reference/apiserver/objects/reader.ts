import { isMapping } from '../../config/decode.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Json } from '../../serving/json-body.ts'
import { Objects, type ObjectServices } from './objects.ts'
import { resources } from '../api/resource.ts'

/** Reads stored objects for decisions of the server, by the plural of their resource. */
export interface ObjectReader {
  /** Returns one object; undefined if there is none. */
  get(resource: string, namespace: string, name: string): Promise<Json | undefined>
  /** Returns all objects of a namespace, or of every namespace for the empty string. */
  list(resource: string, namespace: string): Promise<readonly Json[]>
}

/** Returns a reader of services that are created after their users. */
export function objectReader(services: () => ObjectServices): ObjectReader {
  const objects = (plural: string, namespace: string): Objects => {
    const resource = resources.find(({ resource: name }) => name === plural)
    if (resource === undefined) throw new TypeError(`no resource is named ${plural}`)
    return new Objects(services(), resource, namespace)
  }
  return {
    async get(resource, namespace, name) {
      // A name with a slash would select another key.
      if (name === '' || name.includes('/')) return undefined
      try {
        return await objects(resource, namespace).get(name)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }
    },
    async list(resource, namespace) {
      const { items } = await objects(resource, namespace).list()
      return Array.isArray(items) ? items.filter(isMapping) : []
    },
  }
}

/** Returns a function that stores objects for the server itself, without a user. */
export function objectCreator(
  services: ObjectServices,
): (resource: string, namespace: string, object: Json) => Promise<void> {
  return async (plural, namespace, object) => {
    const resource = resources.find(({ resource: name }) => name === plural)
    if (resource === undefined) throw new TypeError(`no resource is named ${plural}`)
    await new Objects(services, resource, namespace).create({ user: undefined }, object)
  }
}
