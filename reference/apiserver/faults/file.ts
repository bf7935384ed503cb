import { decodingFaults, typeFaults } from '../../config/faults.ts'

/** Defects in reading configuration files of any kind. */
export const fileFaults = {
  ...decodingFaults,
  ...typeFaults,
  'version-v1alpha1-refused': 'Kinds: refuses apiserver.orch.io/v1alpha1 for the kinds of both versions',
  'EgressSelectorConfiguration-other-version-accepted': 'Kinds: takes egress selection in v1',
  'EncryptionConfiguration-other-version-accepted': 'Kinds: takes encryption in v1alpha1',
} as const
