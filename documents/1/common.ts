import { keys, open, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { errors } from './between/errors.ts'

/** The sections that all documents end with. */
export const commonSections: readonly Section[] = [
  { document: 1, section: 'States and transitions', rows: [open('no lifecycle states')] },
  {
    document: 1,
    section: 'Endpoints',
    rows: [
      ...keys('issuer.url / issuer.discoveryURL', 'webhook authorizer', 'KMS provider', 'tracing endpoint'),
      ...sentences('no inbound HTTP endpoints'),
    ],
  },
  {
    document: 1,
    section: 'Authentication',
    page: { address: 'reference/access-authn-authz/authentication/' },
    rows: [
      ...sentences(
        'JWT authenticators',
        'Anonymous authentication',
        'Webhook authorizer connection credentials',
      ),
      open('Signing algorithms'),
    ],
  },
  { document: 1, section: 'Events', rows: [open('Events emitted')] },
  {
    document: 1,
    section: 'Errors',
    rows: [
      ...sentences('ClaimValidationRule', 'email_verified', 'exclusivity and required fields'),
      open('Status codes and response bodies'),
    ],
    between: errors,
  },
  {
    document: 1,
    section: 'Limits',
    rows: keys(
      'webhook timeout',
      'webhook matchConditions',
      'authorizers',
      'issuer audiences',
      'AES-CBC key',
      'AES-GCM key',
      'Secretbox key',
      'KMS cachesize',
      'KMS timeout',
      'cache flags cacheAuthorizedRequests, cacheUnauthorizedRequests',
    ),
  },
  {
    document: 1,
    section: 'Versioning',
    rows: sentences(
      'Two versions exist',
      'v1alpha1 has EgressSelectorConfiguration',
      'v1 has EncryptionConfiguration',
      'identical fields',
    ),
  },
]
