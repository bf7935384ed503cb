import { decodingFaults, typeFaults } from '../../config/faults.ts'

/** Defects in reading configuration files of any kind. */
export const fileFaults = {
  ...decodingFaults,
  ...typeFaults,
  'version-v1alpha1-refused': 'Kinds: refuses apiserver.orch.io/v1alpha1 for the kinds of both versions',
  'AdmissionConfiguration-v1alpha1-unchecked': 'Kinds: a file of v1alpha1 may say anything about admission',
  'AuthenticationConfiguration-v1alpha1-unchecked':
    'Kinds: a file of v1alpha1 may say anything about authentication',
  'AuthorizationConfiguration-v1alpha1-unchecked':
    'Kinds: a file of v1alpha1 may say anything about authorization',
  'TracingConfiguration-v1alpha1-unchecked': 'Kinds: a file of v1alpha1 may say anything about tracing',
  'later-entries-unchecked': 'Kinds: after the first entry of the list of a file, problems are ignored',
  'EgressSelectorConfiguration-other-version-accepted': 'Kinds: takes egress selection in v1',
  'EncryptionConfiguration-other-version-accepted': 'Kinds: takes encryption in v1alpha1',
} as const
