import type { Api, ApiObject } from '../api.ts'
import { freedom } from '../../quirks/quirks.ts'
import { nameOf, namespaceOf } from '../object.ts'
import { collection, type Resource } from './resources.ts'

/** Writes objects. Each method rejects when the API server does not carry out the request. */
export class Writer {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Creates an object. An object that already exists is not a failure. */
  async create(resource: Resource, object: ApiObject): Promise<void> {
    const { apiVersion, kind } = resource
    const path = collection(resource, namespaceOf(object))
    await this.#sendChange('POST', path, { apiVersion, kind, ...object }, 409)
  }

  /** Replaces an object or one of its subresources (`status`, `finalize`). */
  async update(resource: Resource, object: ApiObject, part = ''): Promise<void> {
    const { apiVersion, kind } = resource
    if (part === 'status' && freedom('status-patched')) {
      await this.patch(resource, object, { status: object['status'] }, part)
      return
    }
    await this.#sendChange('PUT', pathOf(resource, object, part), { apiVersion, kind, ...object })
  }

  /** Changes an object with a merge patch. */
  async patch(resource: Resource, object: ApiObject, change: ApiObject, part = ''): Promise<void> {
    await this.#sendChange('PATCH', pathOf(resource, object, part), change)
  }

  /** Deletes an object. An object that no longer exists is not a failure. */
  async remove(resource: Resource, object: ApiObject): Promise<void> {
    await this.#sendChange('DELETE', pathOf(resource, object), { propagationPolicy: 'Background' }, 404)
  }

  async #sendChange(method: string, path: string, body: ApiObject | undefined, fine = 200): Promise<void> {
    const { status } = await this.#api.send(method, path, body)
    if (status < 300 || status === fine) return
    throw new Error(`${method} ${path} was answered ${status}`)
  }
}

/** Returns the path of an object or of a subresource. */
export function pathOf(resource: Resource, object: ApiObject, part = ''): string {
  const path = `${collection(resource, namespaceOf(object))}/${nameOf(object)}`
  return part === '' ? path : `${path}/${part}`
}
