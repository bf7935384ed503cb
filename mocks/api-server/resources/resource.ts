/** What can be asked of a resource. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** One row of discovery: a sort of objects that the server keeps, or (`stored: false`) only answers. */
export interface Resource {
  /** Empty for the group without a name. */
  readonly group: string
  readonly version: string
  /** As paths spell it: `pods`. */
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  /** `status`, `scale`, …: paths below an object. */
  readonly subresources: readonly string[]
  readonly verbs: readonly Verb[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** Fields that a field selector may name, beside the name and the namespace. */
  readonly fields: readonly string[]
  /** Whether `metadata.generation` counts changes of what is wanted. */
  readonly counted: boolean
  /** Whether a client may say the status when it creates the object. */
  readonly keepsStatus: boolean
  /** Whether an update must say which version it replaces. */
  readonly versioned: boolean
  /** Whether an update creates what is not there. */
  readonly upsert: boolean
  /** Whether whoever deletes an object is shown it when it is gone, instead of a word of success. */
  readonly showsDeleted: boolean
  /** Whether objects are kept: reviews are not. */
  readonly stored: boolean
  /** Whether strategic merge patches work: they do not for custom resources. */
  readonly strategic: boolean
}

/** What must be said of a resource; the rest has a usual value. */
export type ResourceFacts = Pick<Resource, 'plural' | 'kind' | 'version'> & Partial<Resource>

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

/** Describes a resource; a test adds a custom one so. Namespaced, with `status`, unless said otherwise. */
export function resource(facts: ResourceFacts): Resource {
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
    ...facts,
  }
}

/** `apps/v1`, or `v1` for the group without a name. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}
