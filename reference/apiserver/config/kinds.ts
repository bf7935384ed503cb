import { readFileSync } from 'node:fs'
/** Versions of the configuration kinds. */
export const v1alpha1 = 'apiserver.orch.io/v1alpha1'
export const v1 = 'apiserver.config.orch.io/v1'

/** Configuration kinds, each with its versions. */
export const kinds = {
  AdmissionConfiguration: [v1alpha1, v1],
  AuthenticationConfiguration: [v1alpha1, v1],
  AuthorizationConfiguration: [v1alpha1, v1],
  EgressSelectorConfiguration: [v1alpha1],
  EncryptionConfiguration: [v1],
  TracingConfiguration: [v1alpha1, v1],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Kind of configuration file that the API server reads. */
export type Kind = keyof typeof kinds

/** Reports whether a file is of version v1alpha1. Only faults use this function, for files that were read before. */
export function isAlpha(file: string): boolean {
  return readFileSync(file, 'utf8').includes(v1alpha1)
}
