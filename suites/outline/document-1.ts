import { configurationTables } from '../shared/tables/configuration-tables.ts'
import { sameKeyOf } from '../shared/tables/field-table.ts'
import type { Outline } from './outline.ts'

const open = { isOpen: true } as const

/** Content of document 1 other than its table rows. */
export const document1: Outline = {
  document: 1,
  program: () => 'apiserver',
  sameKey: Object.fromEntries(configurationTables.map((table) => [table.section, sameKeyOf(table)])),
  sentences: {
    'What the service does': {
      'configuration files': {},
      'typed object': {},
      'The files configure': {},
      'CEL expressions': {},
      'types of expressions': {},
    },
    Kinds: { 'apiVersion values': {}, 'kind equals the kind name': {} },
    'States and transitions': { 'no lifecycle states': open },
    Endpoints: { 'no inbound HTTP endpoints': {} },
    Authentication: {
      'JWT authenticators': {},
      'Anonymous authentication': {},
      'Webhook authorizer connection credentials': {},
      'Signing algorithms': open,
    },
    Events: { 'Events emitted': open },
    Errors: {
      ClaimValidationRule: {},
      email_verified: {},
      'exclusivity and required fields': {},
      'Status codes and response bodies': open,
    },
    Versioning: {
      'Two versions exist': {},
      'v1alpha1 has EgressSelectorConfiguration': {},
      'v1 has EncryptionConfiguration': {},
      'identical fields': {},
    },
  },
}
