/** Verbs of a resource. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** Resource of the API: its names, its verbs, and the properties of its objects. */
export interface Resource {
  /** API group; empty for the core group. */
  readonly group: string
  readonly version: string
  /** Name in paths: `pods`. */
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  /** `status`, `scale`, …: paths below an object. */
  readonly subresources: readonly string[]
  readonly verbs: readonly Verb[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** Fields that a field selector may name, in addition to the name and the namespace. */
  readonly fields: readonly string[]
  /** True if `metadata.generation` counts changes of the desired state. */
  readonly counted: boolean
  /** True if a client may set the status on creation. */
  readonly keepsStatus: boolean
  /** True if an update must name the version that it replaces. */
  readonly versioned: boolean
  /** True if an update creates a missing object. */
  readonly upsert: boolean
  /** True if a delete returns the removed object instead of a success status. */
  readonly showsDeleted: boolean
  /** True if the server stores the objects. Reviews are not stored. */
  readonly stored: boolean
  /** True if strategic merge patches are supported; custom resources do not support them. */
  readonly strategic: boolean
}

/** Required fields of a resource; the others have defaults. */
export type ResourceDescription = Pick<Resource, 'plural' | 'kind' | 'version'> & Partial<Resource>

const allVerbs: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]

/**
 * Returns a resource from its description, for example a custom resource of a test. Default: namespaced, with
 * `status`.
 */
export function resource(description: ResourceDescription): Resource {
  return {
    group: '',
    namespaced: true,
    subresources: ['status'],
    verbs: allVerbs,
    shortNames: [],
    categories: [],
    fields: [],
    counted: true,
    keepsStatus: false,
    versioned: true,
    upsert: false,
    showsDeleted: false,
    stored: true,
    strategic: false,
    ...description,
  }
}

/** Returns the API version of a resource: `apps/v1`, or `v1` in the core group. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}
