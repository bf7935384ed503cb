import { keys, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { kinds as ofKinds } from './between/kinds.ts'
import { service as ofService } from './between/service.ts'

export const service: Section = {
  document: 1,
  section: 'What the service does',
  rows: sentences(
    'configuration files',
    'typed object',
    'The files configure',
    'CEL expressions',
    'types of expressions',
  ),
  between: ofService,
}

export const kinds: Section = {
  document: 1,
  section: 'Kinds',
  rows: [
    ...keys(
      'AdmissionConfiguration',
      'AuthenticationConfiguration',
      'AuthorizationConfiguration',
      'EgressSelectorConfiguration',
      'EncryptionConfiguration',
      'TracingConfiguration',
    ),
    ...sentences('apiVersion values', 'kind equals the kind name'),
  ],
  between: ofKinds,
}
