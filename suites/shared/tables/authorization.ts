import type { Field, FieldTable } from './field-table.ts'
import { webhook, webhookFields } from './authorization-webhook.ts'

const entry = 'authorizers.0'

/** The longest DNS-1123 label. */
export const longestLabel = `0-${'a'.repeat(60)}9`

const file: readonly Field[] = [
  {
    key: 'authorizers',
    of: 'AuthorizationConfiguration',
    path: 'authorizers',
    required: { fault: 'authorizers-missing-accepted', constraint: 'no authorizers' },
    wrong: {
      'is empty': {
        fault: 'empty-authorizers-accepted',
        values: [[]],
        constraint: 'empty authorizers',
        inV1alpha1: 'without an authorizer',
      },
    },
  },
]

const authorizer: readonly Field[] = [
  {
    key: 'type',
    of: 'AuthorizerConfiguration',
    path: `${entry}.type`,
    required: { fault: 'authorizer-type-missing-accepted', words: 'a type', constraint: 'no type' },
    legal: ['Webhook'],
  },
  {
    key: 'name',
    of: 'AuthorizerConfiguration',
    path: `${entry}.name`,
    required: { fault: 'authorizer-name-missing-accepted', words: 'a name', constraint: 'no name' },
    complete: ['plain', longestLabel, '7'],
    refusals: [
      'authorizer-name-longest-refused',
      'authorizer-name-leading-digit-refused',
      'authorizer-name-inner-dash-refused',
    ],
    legal: ['a', 'b', '7', '0-9', 'a-b', 'a--b', 'x'.repeat(longestLabel.length)],
    wrong: {
      'is empty': { fault: 'authorizer-name-missing-accepted', values: [''] },
      'holds a capital': {
        fault: 'authorizer-name-upper-case-accepted',
        values: ['Plain', 'Aa', 'aA'],
        constraint: 'name in upper case',
        inV1alpha1: 'with a capital in a name',
      },
      'holds an underscore': {
        fault: 'authorizer-name-underscore-accepted',
        values: ['pl_ain', 'a_b', 'a_'],
        constraint: 'name with an underscore',
      },
      'holds a dot': {
        fault: 'authorizer-name-dot-accepted',
        values: ['pl.ain', 'a.b', 'a.'],
        constraint: 'name with a dot',
      },
      'holds a blank': {
        fault: 'authorizer-name-other-characters-accepted',
        values: ['pl ain', 'a b', 'a/b', 'é', 'a:b', ' a'],
        constraint: 'name with other characters',
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
        values: [`${longestLabel}0`, 'a'.repeat(longestLabel.length + 1)],
        constraint: 'name of 64 characters',
      },
    },
  },
  {
    key: 'webhook',
    of: 'AuthorizerConfiguration',
    path: webhook,
    required: {
      fault: 'webhook-missing-accepted',
      words: 'a webhook for the type Webhook',
      constraint: 'no webhook',
      inV1alpha1: 'without a webhook for the type Webhook',
    },
  },
]

const connection: readonly Field[] = [
  {
    key: 'type',
    of: 'WebhookConnectionInfo',
    path: `${webhook}.connectionInfo.type`,
    required: {
      fault: 'connection-type-missing-accepted',
      words: 'a type of connection',
      constraint: 'no type of the connection',
    },
  },
  {
    key: 'orchConfigFile',
    of: 'WebhookConnectionInfo',
    path: `${webhook}.connectionInfo.orchConfigFile`,
    required: {
      fault: 'connection-file-missing-accepted',
      words: 'orchConfigFile for the type OrchConfig',
      constraint: 'no file of the connection',
    },
  },
]

const condition: readonly Field[] = [
  {
    key: 'WebhookMatchCondition.expression',
    of: 'WebhookMatchCondition',
    path: `${webhook}.matchConditions.0.expression`,
    required: {
      fault: 'match-condition-expression-missing-accepted',
      words: 'the expression of a match condition',
      constraint: 'condition without an expression',
    },
    // A legal file may have no condition yet.
    drawn: (expression) => ({
      [`${webhook}.matchConditions`]:
        expression === undefined ? [{ expression: 'true' }, {}] : [{ expression }],
    }),
    wrong: {
      'is a number': {
        fault: 'match-condition-type-unchecked',
        values: ['1 + 1', "'true'", '1', "['a']"],
        constraint: 'condition that yields no boolean',
      },
      'is a text': { fault: 'match-condition-type-unchecked', values: ['"true"'] },
      'is no expression': {
        fault: 'match-condition-broken-expression-accepted',
        values: ['1 <', 'request.', '(1 < 2', "'a", 'nobody.user == 1'],
        constraint: 'condition that is no expression',
        inV1alpha1: 'with a match condition that does not compile',
      },
      'is empty': { fault: 'match-condition-expression-missing-accepted', values: [''] },
    },
  },
]

/** All that document 1 states about the fields of an AuthorizationConfiguration. */
export const authorizationTable: FieldTable = {
  document: 1,
  section: 'AuthorizationConfiguration',
  fields: [
    ...file,
    ...authorizer,
    ...webhookFields.map((field) => ({
      ...field,
      of: 'WebhookConfiguration',
      path: `${webhook}.${field.key}`,
    })),
    ...connection,
    ...condition,
  ],
}
