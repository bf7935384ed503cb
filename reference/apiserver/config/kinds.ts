import { readFileSync } from 'node:fs'
/** The two versions in which configuration kinds exist. */
export const v1alpha1 = 'apiserver.orch.io/v1alpha1'
export const v1 = 'apiserver.config.orch.io/v1'

/** The configuration kinds, each with the versions that have it. */
export const kinds = {
  AdmissionConfiguration: [v1alpha1, v1],
  AuthenticationConfiguration: [v1alpha1, v1],
  AuthorizationConfiguration: [v1alpha1, v1],
  EgressSelectorConfiguration: [v1alpha1],
  EncryptionConfiguration: [v1],
  TracingConfiguration: [v1alpha1, v1],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** A kind of configuration file that the API server reads. */
export type Kind = keyof typeof kinds

/** Whether a file that was read before is of v1alpha1; only faults ask. */
export function isAlpha(file: string): boolean {
  return readFileSync(file, 'utf8').includes(v1alpha1)
}
