import type { FlagValues } from '../../flags/flag-values.ts'
import type { Egress } from '../egress/egress.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import type { ObjectReader } from '../objects/reader.ts'

/** Admission plugin. */
export interface Plugin {
  concerns(proposal: Proposal): boolean
  /** Returns the object to store. Throws an ApiError to reject the change. */
  admit(proposal: Proposal, object: Json): Promise<Json> | Json
}

/** Services for the construction of plugins. */
export interface PluginServices {
  readonly flags: FlagValues
  readonly objects: ObjectReader
  readonly egress: Egress
  readonly authorizer: Authorizer
  /** Stores an object without running the plugins. */
  readonly create: (resource: string, namespace: string, object: Json) => Promise<void>
  /** Configuration of the plugin from the admission file, if there is one. */
  readonly config: Json | undefined
}

/** Function that creates an admission plugin from flags, stored objects and its configuration. */
export type PluginFactory = (services: PluginServices) => Plugin | Promise<Plugin>

/** Returns a predicate for proposals that create an object of a core resource. */
export function isCreationOf(resource: string): (proposal: Proposal) => boolean {
  return (proposal) => proposal.operation === 'CREATE' && isCore(resource)(proposal)
}

/** Returns a predicate for proposals that change an object of a core resource. */
export function isCore(resource: string): (proposal: Proposal) => boolean {
  return ({ resource: { group, resource: name } }) => group === '' && name === resource
}

/** Returns an object with a changed spec. */
export function withSpec(object: Json, change: (spec: Json) => Json): Json {
  const { spec } = object
  return { ...object, spec: change((spec ?? {}) as Json) }
}

/** Returns the elements of a list member that are objects. */
export function listOf(value: Json, name: string): readonly Json[] {
  const memberValue = value[name]
  return Array.isArray(memberValue) ? (memberValue as Json[]) : []
}
