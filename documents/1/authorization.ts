import { type Facts, fieldsOf, type FieldTable } from '../fields.ts'
import { webhook, webhookFields } from './authorization-webhook.ts'
import { authorization as between } from './between/authorization.ts'

/** The longest DNS-1123 label. */
export const maxLabelLength = `0-${'a'.repeat(60)}9`

const name: Facts = {
  requirement: { fault: 'authorizer-name-missing-accepted', words: 'a name', constraint: 'no name' },
  usualValues: ['plain', maxLabelLength, '7'],
  refusals: [
    'authorizer-name-longest-refused',
    'authorizer-name-leading-digit-refused',
    'authorizer-name-inner-dash-refused',
  ],
  legalValues: ['a', 'b', '7', '0-9', 'a-b', 'a--b', 'x'.repeat(maxLabelLength.length)],
  rules: [
    {
      id: 'authz.authorizer.name-is-a-label',
      says: 'The name of an authorizer is a DNS-1123 label.',
      title: 'a name that %s',
      nearMisses: {
        'is empty': { fault: 'authorizer-name-missing-accepted', values: [''] },
        'contains an upper-case letter': {
          fault: 'authorizer-name-upper-case-accepted',
          values: ['Plain', 'Aa', 'aA'],
          constraint: 'name in upper case',
          inV1alpha1: 'with a capital in a name',
          formerly: 'holds a capital',
        },
        'contains an underscore': {
          fault: 'authorizer-name-underscore-accepted',
          values: ['pl_ain', 'a_b', 'a_'],
          constraint: 'name with an underscore',
          formerly: 'holds an underscore',
        },
        'contains a dot': {
          fault: 'authorizer-name-dot-accepted',
          values: ['pl.ain', 'a.b', 'a.'],
          constraint: 'name with a dot',
          formerly: 'holds a dot',
        },
        'contains a space': {
          fault: 'authorizer-name-other-characters-accepted',
          values: ['pl ain', 'a b', 'a/b', 'é', 'a:b', ' a'],
          constraint: 'name with other characters',
          formerly: 'holds a blank',
        },
        'begins with a hyphen': {
          fault: 'authorizer-name-leading-dash-accepted',
          values: ['-plain', '-a', '-'],
          constraint: 'name that begins with a dash',
        },
        'ends with a hyphen': {
          fault: 'authorizer-name-trailing-dash-accepted',
          values: ['plain-', 'a-', 'a--'],
          constraint: 'name that ends with a dash',
        },
        'is 64 characters long': {
          fault: 'authorizer-name-too-long-accepted',
          values: [`${maxLabelLength}0`, 'a'.repeat(maxLabelLength.length + 1)],
          constraint: 'name of 64 characters',
        },
      },
    },
  ],
}

const condition: Facts = {
  requirement: {
    fault: 'match-condition-expression-missing-accepted',
    words: 'the expression of a match condition',
    constraint: 'condition without an expression',
  },
  // Replaces the list of conditions, which is empty in some legal files.
  drawChanges: (expression) => ({
    [`${webhook}.matchConditions`]:
      expression === undefined ? [{ expression: 'true' }, {}] : [{ expression }],
  }),
  rules: [
    {
      id: 'authz.match-conditions.boolean-expression',
      says: 'A match condition is a CEL expression that evaluates to a boolean.',
      title: 'a condition that %s',
      nearMisses: {
        'is a number': {
          fault: 'match-condition-type-unchecked',
          values: ['1 + 1', "'true'", '1', "['a']"],
          constraint: 'condition that yields no boolean',
        },
        'is a string': { fault: 'match-condition-type-unchecked', values: ['"true"'], formerly: 'is a text' },
        'is not an expression': {
          fault: 'match-condition-broken-expression-accepted',
          values: ['1 <', 'request.', '(1 < 2', "'a", 'nobody.user == 1'],
          constraint: 'condition that is no expression',
          inV1alpha1: 'with a match condition that does not compile',
          formerly: 'is no expression',
        },
        'is empty': { fault: 'match-condition-expression-missing-accepted', values: [''] },
      },
    },
  ],
}

/** Documented properties of the fields of an AuthorizationConfiguration in document 1. */
export const authorizationTable: FieldTable = {
  document: 1,
  section: 'AuthorizationConfiguration',
  page: { types: 'apiserver-config-k8s-io-v1' },
  rows: [
    ...fieldsOf('AuthorizationConfiguration', '', {
      authorizers: {
        requirement: { fault: 'authorizers-missing-accepted', constraint: 'no authorizers' },
        rules: [
          {
            id: 'authz.authorizers.at-least-one',
            says: 'There is at least one authorizer.',
            place: { section: 'Limits' },
            nearMisses: {
              'an empty list of authorizers': {
                fault: 'empty-authorizers-accepted',
                values: [[]],
                constraint: 'empty authorizers',
                inV1alpha1: 'without an authorizer',
              },
            },
          },
        ],
      },
    }),
    ...fieldsOf('AuthorizerConfiguration', 'authorizers.0', {
      type: {
        requirement: { fault: 'authorizer-type-missing-accepted', words: 'a type', constraint: 'no type' },
        legalValues: ['Webhook'],
      },
      name,
      webhook: {
        requirement: {
          fault: 'webhook-missing-accepted',
          words: 'a webhook for the type Webhook',
          constraint: 'no webhook',
          inV1alpha1: 'without a webhook for the type Webhook',
        },
      },
    }),
    ...fieldsOf('WebhookConfiguration', webhook, webhookFields),
    ...fieldsOf('WebhookConnectionInfo', `${webhook}.connectionInfo`, {
      type: {
        requirement: {
          fault: 'connection-type-missing-accepted',
          words: 'a type of connection',
          constraint: 'no type of the connection',
        },
      },
      orchConfigFile: {
        requirement: {
          fault: 'connection-file-missing-accepted',
          words: 'orchConfigFile for the type OrchConfig',
          constraint: 'no file of the connection',
        },
      },
    }),
    ...fieldsOf(
      'WebhookMatchCondition',
      `${webhook}.matchConditions.0`,
      { expression: condition },
      'sentence',
    ),
  ],
  between,
}
