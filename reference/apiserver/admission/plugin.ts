import type { FlagValues } from '../../flags/flag-values.ts'
import type { Egress } from '../egress/egress.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import type { ObjectReader } from '../objects/reader.ts'

/** Looks at changes that concern it. */
export interface Plugin {
  concerns(proposal: Proposal): boolean
  /** Gives the object to store; throws an ApiError to refuse. */
  admit(proposal: Proposal, object: Json): Promise<Json> | Json
}

/** What plugins are made of. */
export interface PluginServices {
  readonly flags: FlagValues
  readonly quirks: ServerQuirks
  readonly objects: ObjectReader
  readonly egress: Egress
  readonly authorizer: Authorizer
  /** Stores an object without asking plugins. */
  readonly create: (resource: string, namespace: string, object: Json) => Promise<void>
  /** The plugin's own configuration, if the admission file has one. */
  readonly config: Json | undefined
}

/** Makes one plugin. */
export type PluginFactory = (services: PluginServices) => Plugin | Promise<Plugin>

/** Whether a proposal creates an object of a core resource. */
export function creates(resource: string): (proposal: Proposal) => boolean {
  return (proposal) => proposal.operation === 'CREATE' && isCore(resource)(proposal)
}

/** Whether a proposal changes an object of a core resource. */
export function isCore(resource: string): (proposal: Proposal) => boolean {
  return ({ resource: { group, resource: name } }) => group === '' && name === resource
}

/** An object with another spec. */
export function withSpec(object: Json, change: (spec: Json) => Json): Json {
  const { spec } = object
  return { ...object, spec: change((spec ?? {}) as Json) }
}

/** The elements of a list member, each an object. */
export function listOf(value: Json, name: string): readonly Json[] {
  const found = value[name]
  return Array.isArray(found) ? (found as Json[]) : []
}
