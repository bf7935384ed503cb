import { keys, openRow, sectionsOf, sentences } from '../rows.ts'
import { errors } from './between/errors.ts'

/** Sections that close the document. */
export const commonSections = sectionsOf(1, {
  'States and transitions': [openRow('no lifecycle states')],
  Endpoints: [
    ...keys('issuer.url / issuer.discoveryURL', 'webhook authorizer', 'KMS provider', 'tracing endpoint'),
    ...sentences('no inbound HTTP endpoints'),
  ],
  Authentication: {
    page: { address: 'reference/access-authn-authz/authentication/' },
    rows: [
      ...sentences(
        'JWT authenticators',
        'Anonymous authentication',
        'Webhook authorizer connection credentials',
      ),
      openRow('Signing algorithms'),
    ],
  },
  Events: [openRow('Events emitted')],
  Errors: {
    rows: [
      ...sentences('ClaimValidationRule', 'email_verified', 'exclusivity and required fields'),
      openRow('Status codes and response bodies'),
    ],
    between: errors,
  },
  Limits: keys(
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
  Versioning: sentences(
    'Two versions exist',
    'v1alpha1 has EgressSelectorConfiguration',
    'v1 has EncryptionConfiguration',
    'identical fields',
  ),
})
