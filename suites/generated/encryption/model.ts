/** A provider of a list: `identity`, or one with keys, by their names. */
export type Provider =
  | 'identity'
  | { readonly provider: 'aescbc' | 'aesgcm' | 'secretbox'; readonly keys: readonly string[] }

/** A ResourceConfiguration of document 1. */
export interface Entry {
  readonly resources: readonly string[]
  readonly providers: readonly Provider[]
}

/** A configuration under which objects are written, and another one that then reads them from the same store. */
export interface AtRestCase {
  readonly written: readonly Entry[]
  readonly read: readonly Entry[]
  /** Whether resource types are asked for too that are defined while the server runs. */
  readonly hasCustom: boolean
}

/** Resource types whose objects are written, as lists name them; what a server itself needs is none of them. */
export const builtIn = [
  'secrets',
  'configmaps',
  'limitranges',
  'deployments.apps',
  'replicasets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'networkpolicies.networking.orch.io',
] as const

/** Those that are defined while the server runs; their names and groups resemble others. */
export const custom = [
  'deployments.one.conformance.example',
  'alphas.apps.conformance.example',
  'configmaps.one.conformance.example',
  'alphas.sub.one.conformance.example',
] as const
