import type { ConstraintTable } from '../table.ts'

/** Constraints of files and the flags that name them, and of the versions of the kinds. */
export const kinds: ConstraintTable = {
  document: 1,
  section: 'What the service does',
  constraints: [
    {
      kind: 'requires',
      rows: ['configuration files'],
      others: [
        '--admission-control-config-file',
        '--authentication-config',
        '--authorization-config',
        '--encryption-provider-config',
        '--egress-selector-config-file',
        '--tracing-config-file',
      ],
      at: { document: 3, section: 'API server flags' },
      says: 'The API server reads a file of a kind only from the path that the flag of this kind gives.',
      rules: [
        'flag.admission-control-config-file.file',
        'flag.authentication-config.file',
        'flag.authorization-config.file',
        'flag.encryption-provider-config.file',
        'flag.egress-selector-config-file.file',
        'flag.tracing-config-file.file',
      ],
    },
    {
      kind: 'fits',
      rows: ['configuration files'],
      others: ['kind equals the kind name'],
      at: { section: 'Kinds' },
      says: 'A flag accepts the kind of its own file, and no kind of another flag.',
      rules: [
        'admission.file.kind',
        'authn.file.kind',
        'authz.file.kind',
        'egress.file.kind',
        'encryption.file.kind',
        'tracing.file.kind',
      ],
    },
  ],
}

/** Constraints of files and the flags that name them, and of the versions of the kinds. */
export const versions: ConstraintTable = {
  document: 1,
  section: 'Kinds',
  constraints: [
    {
      kind: 'fits',
      rows: [
        'AdmissionConfiguration',
        'AuthenticationConfiguration',
        'AuthorizationConfiguration',
        'TracingConfiguration',
      ],
      others: ['apiVersion values'],
      says: 'These kinds exist in v1alpha1 and in v1, and each field means the same in both versions.',
      rules: [
        'admission.file.versions',
        'authn.file.versions',
        'authz.file.versions',
        'tracing.file.versions',
        'authn.jwt.same-in-both-versions',
        'authz.file.v1alpha1-decides',
        'admission.file.v1alpha1-refusals',
        'authn.file.v1alpha1-refusals',
        'authz.file.v1alpha1-refusals',
        'tracing.file.v1alpha1-refusals',
      ],
    },
    {
      kind: 'fits',
      rows: ['EgressSelectorConfiguration'],
      others: ['apiVersion values'],
      says: 'This kind exists in v1alpha1 alone.',
      rules: ['egress.file.versions'],
    },
    {
      kind: 'fits',
      rows: ['EncryptionConfiguration'],
      others: ['apiVersion values'],
      says: 'This kind exists in v1 alone.',
      rules: ['encryption.file.versions'],
    },
    {
      kind: 'fits',
      rows: ['apiVersion values'],
      others: ['kind equals the kind name'],
      says: 'Group and version belong together: a version in the group of the other one is invalid.',
      rules: [
        'admission.file.api-version',
        'authn.file.api-version',
        'authz.file.api-version',
        'egress.file.api-version',
        'encryption.file.api-version',
        'tracing.file.api-version',
      ],
    },
  ],
}
