import { teamUsername } from './authentication-extra.ts'
import { issuerFields } from './authentication-issuer.ts'
import { mappingFields } from './authentication-mappings.ts'
import { type Facts, fieldsOf, type FieldTable } from '../fields.ts'
import { authentication as between } from './between/authentication.ts'

const entry = 'jwt.1'

const claimRulesKey = 'claimValidationRules'

/** Returns changes that give the first authenticator of a generated file this rule. */
const claimRule = (rule: object) => () => ({ ...teamUsername, [`jwt.0.${claimRulesKey}`]: [rule] })

const claimRuleFields: Readonly<Record<string, Facts>> = {
  claim: {
    rules: [
      {
        id: 'authn.file.claim-rule-claim-exclusive',
        says: 'A claim validation rule has no claim together with an expression or a message.',
        place: { aspect: 'exclusive' },
        nearMisses: {
          'a claim together with an expression': {
            fault: 'claim-rule-claim-with-expression-accepted',
            path: `jwt.0.${claimRulesKey}.1.expression`,
            values: ['1 < 2'],
            formerly: 'a claim beside an expression',
            inV1alpha1: 'with a claim together with an expression',
            constraint: 'claim beside expression',
            drawChanges: claimRule({ claim: 'team', expression: 'true' }),
          },
          'a claim together with a message': {
            fault: 'claim-rule-claim-with-message-accepted',
            path: `jwt.0.${claimRulesKey}.1.message`,
            values: ['no marker'],
            subject: 'message',
            formerly: 'a claim beside a message',
            constraint: 'claim beside message',
            drawChanges: claimRule({ claim: 'team', message: 'no' }),
          },
        },
      },
    ],
  },
  requiredValue: {
    rules: [
      {
        id: 'authn.file.claim-rule-value-exclusive',
        says: 'A claim validation rule has no requiredValue together with an expression or a message.',
        place: { aspect: 'exclusive' },
        nearMisses: {
          'a requiredValue together with an expression': {
            fault: 'claim-rule-value-with-expression-accepted',
            path: `${entry}.${claimRulesKey}.1.requiredValue`,
            values: ['gold'],
            formerly: 'a requiredValue beside an expression',
            constraint: 'required value beside expression',
            drawChanges: claimRule({ requiredValue: 'dev', expression: 'true' }),
          },
          // Without a claim, the entry is not a rule, so the message cannot be combined with requiredValue alone.
          'a claim with its requiredValue together with a message': {
            fault: 'claim-rule-claim-with-message-accepted',
            path: `jwt.0.${claimRulesKey}.0.message`,
            values: ['not gold'],
            subject: 'message',
            formerly: 'a claim with its requiredValue beside a message',
          },
        },
      },
    ],
    mistypedValues: {
      'a number in place of a string': {
        fault: 'number-for-string-accepted',
        values: [5],
        formerly: 'a number where a text belongs',
      },
    },
  },
  expression: {},
  message: {},
}

/** Documented properties of the fields of an AuthenticationConfiguration in document 1. */
export const authenticationTable: FieldTable = {
  document: 1,
  section: 'AuthenticationConfiguration',
  page: { types: 'apiserver-config-k8s-io-v1' },
  rows: [
    ...fieldsOf('AuthenticationConfiguration', '', {
      jwt: {
        requirement: {
          fault: 'jwt-missing-accepted',
          constraint: 'no jwt',
          drawChanges: () => ({ jwt: undefined, anonymous: undefined }),
        },
      },
      anonymous: {},
    }),
    ...fieldsOf('AnonymousAuthConfig', 'anonymous', { enabled: {}, conditions: {} }),
    ...fieldsOf(
      'AnonymousAuthCondition',
      'anonymous.conditions.0',
      {
        path: {
          requirement: {
            id: 'condition-path',
            words: 'the path of a condition',
            fault: 'anonymous-condition-path-missing-accepted',
            constraint: 'condition without a path',
            drawChanges: () => ({ anonymous: { enabled: true, conditions: [{ path: '/livez' }, {}] } }),
          },
        },
      },
      'sentence',
    ),
    ...fieldsOf('JWTAuthenticator', entry, {
      issuer: {
        requirement: {
          id: 'issuer',
          words: 'the issuer of an entry',
          fault: 'issuer-missing-accepted',
          constraint: 'no issuer',
        },
      },
      [claimRulesKey]: {},
      claimMappings: {
        requirement: {
          id: 'claim-mappings',
          words: 'the claimMappings of an entry',
          fault: 'claim-mappings-missing-accepted',
          constraint: 'no claim mappings',
        },
      },
      userValidationRules: {
        mistypedValues: {
          'an object in place of a list': {
            fault: 'scalar-for-list-accepted',
            values: [{ expression: '1 < 2' }],
            formerly: 'an object where a list belongs',
          },
        },
      },
    }),
    ...fieldsOf('Issuer', `${entry}.issuer`, issuerFields),
    ...fieldsOf('ClaimValidationRule', `jwt.0.${claimRulesKey}.0`, claimRuleFields),
    ...mappingFields,
    ...fieldsOf('UserValidationRule', `${entry}.userValidationRules.0`, {
      expression: {
        requirement: {
          id: 'user-rule-expression',
          words: 'the expression of a user validation rule',
          fault: 'user-rule-expression-missing-accepted',
          constraint: 'user rule without an expression',
          drawChanges: () => ({ 'jwt.0.userValidationRules': [{ message: 'no' }] }),
        },
      },
      message: {},
    }),
  ],
  between,
}
