import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const apiServerFlags = inSection(3, 'API server flags')
const kinds = inSection(1, 'Kinds')
const { requires, fits } = constraintsOf(1, 'What the service does')

/** Constraints on the configuration files, the flags that name them, and their kinds. */
export const service: readonly Constraint[] = [
  requires(
    'configuration files',
    apiServerFlags(
      '--admission-control-config-file',
      '--authentication-config',
      '--authorization-config',
      '--encryption-provider-config',
      '--egress-selector-config-file',
      '--tracing-config-file',
    ),
  )
    .says('The API server reads a file of a kind only from the path that the flag of this kind gives.')
    .by(
      'flag.admission-control-config-file.file',
      'flag.authentication-config.file',
      'flag.authorization-config.file',
      'flag.encryption-provider-config.file',
      'flag.egress-selector-config-file.file',
      'flag.tracing-config-file.file',
    ),
  fits('configuration files', kinds('kind equals the kind name'))
    .says('A flag accepts the kind of its file, and rejects the kinds of other flags.')
    .by(
      'admission.file.kind',
      'authn.file.kind',
      'authz.file.kind',
      'egress.file.kind',
      'encryption.file.kind',
      'tracing.file.kind',
    ),
]
