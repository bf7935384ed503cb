import { isMapping } from '../../config/decode.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Json } from '../../serving/json-body.ts'
import { Objects, type ObjectServices } from './objects.ts'
import { resources } from '../api/resource.ts'

/** Reads stored objects for the server's own decisions, by the plural of their resource. */
export interface ObjectReader {
  /** One object; undefined when there is none. */
  get(resource: string, namespace: string, name: string): Promise<Json | undefined>
  /** All objects of a namespace; of every namespace for the empty text. */
  list(resource: string, namespace: string): Promise<readonly Json[]>
}

/** A reader of services that come into being later than those who read. */
export function objectReader(services: () => ObjectServices): ObjectReader {
  const objects = (plural: string, namespace: string): Objects => {
    const resource = resources.find(({ resource: name }) => name === plural)
    if (resource === undefined) throw new TypeError(`no resource is named ${plural}`)
    return new Objects(services(), resource, namespace)
  }
  return {
    async get(resource, namespace, name) {
      // A name with a slash would reach into another key.
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

/** Stores objects for the server's own purposes; a plain user without rights or name asks. */
export function objectCreator(
  services: ObjectServices,
): (resource: string, namespace: string, object: Json) => Promise<void> {
  return async (plural, namespace, object) => {
    const resource = resources.find(({ resource: name }) => name === plural)
    if (resource === undefined) throw new TypeError(`no resource is named ${plural}`)
    await new Objects(services, resource, namespace).create({ user: undefined }, object)
  }
}
