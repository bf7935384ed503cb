import { boolean, record, uniqueArray } from 'fast-check'
import { authorizationConfiguration } from '../../shared/authorization/configuration.ts'
import { oneOf } from '../words.ts'
import { type Breaks, fileCases, of } from './file-case.ts'

const entry = 'authorizers.0'
const webhook = `${entry}.webhook`
const longest = 63
const most = 64

/** What an AuthorizationConfiguration must not say. */
const breaks: Breaks = {
  'no authorizers': { about: 'authorizers', changes: () => ({ authorizers: undefined }) },
  'empty authorizers': { about: 'authorizers', changes: () => ({ authorizers: [] }) },
  'no type': { about: 'type', changes: () => ({ [`${entry}.type`]: undefined }) },
  'no name': { about: 'name', changes: () => ({ [`${entry}.name`]: undefined }) },
  'name of 64 characters': { about: 'name', changes: () => ({ [`${entry}.name`]: 'a'.repeat(longest + 1) }) },
  'name in upper case': name(['Aa', 'aA']),
  'name with a dot': name(['a.b', 'a.']),
  'name with an underscore': name(['a_b', 'a_']),
  'name that begins with a dash': name(['-a', '-']),
  'name that ends with a dash': name(['a-', 'a--']),
  'name with other characters': name(['a b', 'a/b', 'é', 'a:b', ' a']),
  'no webhook': { about: 'webhook', changes: () => ({ [webhook]: undefined }) },
  'webhook beside another type': {
    about: 'webhook',
    changes: (_, pick) => ({ [`${entry}.type`]: of(['RBAC', 'Node'], pick) }),
  },
  ...Object.fromEntries(
    [
      'authorizedTTL',
      'unauthorizedTTL',
      'timeout',
      'subjectAccessReviewVersion',
      'matchConditionSubjectAccessReviewVersion',
      'failurePolicy',
      'connectionInfo',
    ].map((field) => [
      `no ${field}`,
      {
        about: field,
        changes: () => ({
          [`${webhook}.${field}`]: undefined,
          // A version is asked for where there is something to evaluate.
          [`${webhook}.matchConditions`]: [{ expression: 'true' }],
        }),
      } satisfies Breaks[string],
    ]),
  ),
  'timeout over 30 seconds': field('timeout', ['31s', '30.001s', '1m', '30001ms']),
  'review of another version': field('subjectAccessReviewVersion', ['v2', 'V1', 'v1alpha1']),
  'no version of conditions, and no conditions': {
    about: 'matchConditionSubjectAccessReviewVersion',
    changes: () => ({
      [`${webhook}.matchConditionSubjectAccessReviewVersion`]: undefined,
      [`${webhook}.matchConditions`]: [],
    }),
  },
  'conditions over v1beta1': {
    about: 'matchConditionSubjectAccessReviewVersion',
    changes: () => ({
      [`${webhook}.matchConditionSubjectAccessReviewVersion`]: 'v1beta1',
      [`${webhook}.matchConditions`]: [{ expression: 'true' }],
    }),
  },
  'conditions over another version': {
    about: 'matchConditionSubjectAccessReviewVersion',
    changes: (_, pick) => ({
      [`${webhook}.matchConditionSubjectAccessReviewVersion`]: of(['v2', 'V1', 'v1 '], pick),
      [`${webhook}.matchConditions`]: [{ expression: 'true' }],
    }),
  },
  'no type of the connection': {
    about: 'type',
    changes: () => ({ [`${webhook}.connectionInfo.type`]: undefined }),
  },
  'no file of the connection': {
    about: 'orchConfigFile',
    changes: () => ({ [`${webhook}.connectionInfo.orchConfigFile`]: undefined }),
  },
  'more than 64 conditions': {
    about: 'matchConditions',
    changes: () => ({ [`${webhook}.matchConditions`]: conditions(most + 1) }),
  },
  'condition without an expression': {
    about: 'expression',
    changes: () => ({ [`${webhook}.matchConditions`]: [{ expression: 'true' }, {}] }),
  },
  'condition that is no expression': condition(['request.', '(1 < 2', "'a", 'nobody.user == 1']),
  'condition that yields no boolean': condition(["'true'", '1', "['a']"]),
}

function name(names: readonly string[]): Breaks[string] {
  return { about: 'name', changes: (_, pick) => ({ [`${entry}.name`]: of(names, pick) }) }
}

function field(of1: string, values: readonly string[]): Breaks[string] {
  return { about: of1, changes: (_, pick) => ({ [`${webhook}.${of1}`]: of(values, pick) }) }
}

function condition(expressions: readonly string[]): Breaks[string] {
  return {
    about: 'matchConditions',
    changes: (_, pick) => ({ [`${webhook}.matchConditions`]: [{ expression: of(expressions, pick) }] }),
  }
}

function conditions(count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({ expression: `${at} < 100` }))
}

const names = ['a', 'b', '7', '0-9', 'a-b', 'a--b', 'x'.repeat(longest)] as const

const webhooks = record(
  {
    name: oneOf(names),
    authorizedTTL: oneOf(['1h', '1s', '1m30s', '500ms']),
    unauthorizedTTL: oneOf(['30s', '1s', '1h0m0s']),
    timeout: oneOf(['10s', '30s', '29.999s', '1ms', '30000ms']),
    version: oneOf(['v1', 'v1beta1']),
    conditions: oneOf([0, 1, 2, most]),
    cacheAuthorizedRequests: boolean(),
    cacheUnauthorizedRequests: boolean(),
    policy: oneOf(['open:failurePolicy.deny', 'open:failurePolicy.noOpinion']),
  },
  {
    requiredKeys: ['name', 'authorizedTTL', 'unauthorizedTTL', 'timeout', 'version', 'conditions', 'policy'],
  },
)

const legal = uniqueArray(webhooks, { minLength: 1, maxLength: 3, selector: (one) => one.name }).map((all) =>
  authorizationConfiguration(
    all.map(({ name: its, version, conditions: count, policy, ...rest }) => ({
      type: 'Webhook',
      name: its,
      webhook: {
        ...rest,
        subjectAccessReviewVersion: version,
        matchConditionSubjectAccessReviewVersion: 'v1',
        failurePolicy: policy,
        connectionInfo: { type: 'OrchConfig', orchConfigFile: 'file:client.yaml' },
        matchConditions: conditions(count),
      },
    })),
  ),
)

/** Authorization files, legal and near-legal. */
export const authorizationFiles = fileCases('authorization', legal, breaks)
/** The constraints that they break. */
export const authorizationConstraints = Object.keys(breaks)
