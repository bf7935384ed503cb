import { tuple, uniqueArray } from 'fast-check'
import { authorizationConfiguration } from '../../shared/authorization/configuration.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { webhook } from '#documents/1/authorization-webhook.ts'
import { type Violations, fileCases, maxListEntries, pickFrom } from './file-case.ts'
import { violationsOf, legalMembersOf } from './from-table.ts'

/** Violations of an AuthorizationConfiguration. */
const violations: Violations = {
  ...violationsOf(authorizationTable),
  'webhook beside another type': {
    about: 'webhook',
    changes: (_, pick) => ({ 'authorizers.0.type': pickFrom(['RBAC', 'Node'], pick) }),
  },
  'no version of conditions, and no conditions': {
    about: 'matchConditionSubjectAccessReviewVersion',
    changes: () => ({
      [`${webhook}.matchConditionSubjectAccessReviewVersion`]: undefined,
      [`${webhook}.matchConditions`]: [],
    }),
  },
}

const authorizers = tuple(
  legalMembersOf(authorizationTable, 'AuthorizerConfiguration'),
  legalMembersOf(authorizationTable, 'WebhookConfiguration'),
).map(([authorizer, itsWebhook]) => ({ ...authorizer, webhook: itsWebhook }))

const legalFiles = uniqueArray(authorizers, {
  minLength: 1,
  maxLength: maxListEntries,
  selector: (one) => Reflect.get(one, 'name'),
}).map((all) => authorizationConfiguration(all))

/** Authorization files, valid or with one violation. */
export const authorizationFiles = fileCases('authorization', legalFiles, violations)
/** Constraints that these files violate. */
export const authorizationConstraints = Object.keys(violations)
