/** Provider of a list: `identity`, or a provider with named keys. */
export type Provider =
  | 'identity'
  | { readonly provider: 'aescbc' | 'aesgcm' | 'secretbox'; readonly keys: readonly string[] }

/** A ResourceConfiguration of document 1. */
export interface ResourceEntry {
  readonly resources: readonly string[]
  readonly providers: readonly Provider[]
}

/** Configuration that writes objects, and a second configuration that then reads them from the same store. */
export interface AtRestCase {
  readonly written: readonly ResourceEntry[]
  readonly read: readonly ResourceEntry[]
  /** True if the case includes resource types that are defined while the server runs. */
  readonly hasCustom: boolean
}

/** Resource types of written objects, by their names in lists. The server itself needs none of these resources. */
export const builtInTypes = [
  'secrets',
  'configmaps',
  'limitranges',
  'deployments.apps',
  'replicasets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'networkpolicies.networking.orch.io',
] as const

/** Resource types that are defined while the server runs. Their names and groups resemble other names and groups. */
export const customResources = [
  'deployments.one.conformance.example',
  'alphas.apps.conformance.example',
  'configmaps.one.conformance.example',
  'alphas.sub.one.conformance.example',
] as const
