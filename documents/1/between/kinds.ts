import type { Constraint } from '#kit/tables.ts'
import { constraintsOf } from '../../between.ts'

const { fits } = constraintsOf(1, 'Kinds')

/** Constraints on files, the flags that name them, and the versions of their kinds. */
export const kinds: readonly Constraint[] = [
  fits(
    [
      'AdmissionConfiguration',
      'AuthenticationConfiguration',
      'AuthorizationConfiguration',
      'TracingConfiguration',
    ],
    'apiVersion values',
  )
    .says('These kinds exist in v1alpha1 and in v1, and each field means the same in both versions.')
    .by(
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
    ),
  fits('EgressSelectorConfiguration', 'apiVersion values')
    .says('This kind exists in v1alpha1 alone.')
    .by('egress.file.versions'),
  fits('EncryptionConfiguration', 'apiVersion values')
    .says('This kind exists in v1 alone.')
    .by('encryption.file.versions'),
  fits('apiVersion values', 'kind equals the kind name')
    .says('Group and version belong together: a version in the group of the other one is invalid.')
    .by(
      'admission.file.api-version',
      'authn.file.api-version',
      'authz.file.api-version',
      'egress.file.api-version',
      'encryption.file.api-version',
      'tracing.file.api-version',
    ),
]
