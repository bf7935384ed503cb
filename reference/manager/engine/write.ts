import type { Api, ApiObject } from '../api.ts'
import type { ManagerQuirks } from '../faults.ts'
import { nameOf, namespaceOf } from '../object.ts'
import { collection, type Resource } from './resources.ts'

/** Writes objects; each rejects when the API server does not do it. */
export class Writer {
  readonly #api: Api
  readonly #quirks: ManagerQuirks

  constructor(api: Api, quirks: ManagerQuirks) {
    this.#api = api
    this.#quirks = quirks
  }

  /** Creates an object; that it is there already is no failure. */
  async create(resource: Resource, object: ApiObject): Promise<void> {
    const { apiVersion, kind } = resource
    const path = collection(resource, namespaceOf(object))
    await this.#done('POST', path, { apiVersion, kind, ...object }, 409)
  }

  /** Replaces an object, or a part of it (`status`, `finalize`). */
  async update(resource: Resource, object: ApiObject, part = ''): Promise<void> {
    const { apiVersion, kind } = resource
    if (part === 'status' && this.#quirks.freedom('status-patched')) {
      await this.patch(resource, object, { status: object['status'] }, part)
      return
    }
    await this.#done('PUT', pathOf(resource, object, part), { apiVersion, kind, ...object })
  }

  /** Changes an object by a merge patch. */
  async patch(resource: Resource, object: ApiObject, change: ApiObject, part = ''): Promise<void> {
    await this.#done('PATCH', pathOf(resource, object, part), change)
  }

  /** Deletes an object; that it is gone already is no failure. */
  async remove(resource: Resource, object: ApiObject): Promise<void> {
    await this.#done('DELETE', pathOf(resource, object), { propagationPolicy: 'Background' }, 404)
  }

  async #done(method: string, path: string, body: ApiObject | undefined, fine = 200): Promise<void> {
    const { status } = await this.#api.ask(method, path, body)
    if (status < 300 || status === fine) return
    throw new Error(`${method} ${path} was answered ${status}`)
  }
}

/** The path of an object or a part of it. */
export function pathOf(resource: Resource, object: ApiObject, part = ''): string {
  const path = `${collection(resource, namespaceOf(object))}/${nameOf(object)}`
  return part === '' ? path : `${path}/${part}`
}
