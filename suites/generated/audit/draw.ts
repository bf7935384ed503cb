import { type Arbitrary, array, boolean, constant, nat, oneof, record, uniqueArray } from 'fast-check'
import type { PolicyRule } from '../../shared/audit/policy.ts'
import { oneOf } from '../drawn-values.ts'
import { type PolicyCase, type Request, users, policySettings } from './model.ts'

const groups = ['gen-one.example', 'one.example', 'gen-one.example.org', ''] as const
const namespaces = ['gen-a', 'gen', 'gen-a-b', ''] as const
const createdConfigMap = {
  group: '',
  namespace: 'default',
  resource: 'configmaps',
  subresource: '',
  name: '',
} as const
const names = ['one', 'one-two', 'two'] as const
const paths = ['/gen/a', '/gen/a/b', '/gen/ab', '/gen', '/gen/c/d/e', '/genuine'] as const
const patterns = ['/gen/a', '/gen/a/*', '/gen/a*', '/gen*', '/gen/*', '*', '/gen/c/d/e'] as const
// The documents do not specify whether `things/*` includes things themselves, so gadgets are requested only by
// subresources.
const selectors = ['things', 'things/status', '*/status', 'gadgets/*', 'gadgets/scale', '*', 'thing'] as const
const coreResources = ['configmaps', 'secrets'] as const

const oneOrTwoOf = <const T>(items: readonly T[]) => uniqueArray(oneOf(items), { minLength: 1, maxLength: 2 })

const selector = oneof(
  // Resource names need resources.
  record({ group: oneOf(groups.slice(0, 3)) }),
  record({ group: oneOf(groups.slice(0, 3)), resources: oneOrTwoOf(selectors) }),
  record({
    group: oneOf(groups.slice(0, 3)),
    resources: oneOrTwoOf(selectors),
    resourceNames: oneOrTwoOf(names),
  }),
  record({ group: oneOf(groups.slice(0, 3)), resources: oneOrTwoOf(['things', 'thing']) }),
  record({ resources: oneOrTwoOf(coreResources) }),
)

/** Draws a condition for one rule in four, because a rule with all conditions would select nothing. */
const rareCondition = <T>(all: Arbitrary<T>): Arbitrary<T | undefined> =>
  oneof({ arbitrary: constant(undefined), weight: 3 }, { arbitrary: all, weight: 1 })

const sharedMembers = {
  level: oneOf(['Metadata', 'None', 'Request', 'RequestResponse']),
  users: rareCondition(oneOrTwoOf(Object.keys(users))),
  userGroups: rareCondition(oneOrTwoOf(['crew', 'cooks', 'crew-two', 'cre'])),
  verbs: rareCondition(oneOrTwoOf(['get', 'list', 'create', 'update', 'patch', 'delete'])),
  omitStages: rareCondition(oneOrTwoOf(['RequestReceived', 'ResponseComplete'])),
  omitManagedFields: oneOf([undefined, true, false]),
} as const

const resources = uniqueArray(selector, {
  minLength: 1,
  maxLength: 2,
  selector: (one) => JSON.stringify(one),
})

const rule: Arbitrary<PolicyRule> = oneof(
  { arbitrary: record({ ...sharedMembers, nonResourceURLs: oneOrTwoOf(patterns) }), weight: 2 },
  { arbitrary: record({ ...sharedMembers, resources }), weight: 4 },
  {
    arbitrary: record({
      ...sharedMembers,
      namespaces: oneOrTwoOf([...namespaces, createdConfigMap.namespace]),
    }),
    weight: 1,
  },
  { arbitrary: record({ ...sharedMembers, resources, namespaces: oneOrTwoOf(namespaces) }), weight: 1 },
  { arbitrary: record(sharedMembers), weight: 1 },
).map((one) => JSON.parse(JSON.stringify(one)) as PolicyRule)

interface DrawnRequest {
  readonly user: string
  readonly isPath: number
  readonly path: string
  readonly group: string
  readonly namespace: string
  readonly isNamed: boolean
  readonly name: string
  readonly resource: number
  readonly subresource: string
  readonly write: number
}

function requestOf({
  user,
  isPath,
  path,
  group,
  namespace,
  isNamed,
  name,
  resource,
  subresource,
  write,
}: DrawnRequest): Request {
  if (isPath === 0) return { user, verb: 'get', path }
  // Existing resources are only read.
  const isCore = group === ''
  const plural = isCore
    ? (coreResources[resource % 2] ?? '')
    : (['things', 'gadgets', 'thing'][resource] ?? 'things')
  const drawnSubresource = isCore ? '' : plural === 'gadgets' && subresource === '' ? 'scale' : subresource
  const hasName = drawnSubresource !== '' || isNamed
  const verb = isCore
    ? hasName
      ? 'get'
      : 'list'
    : hasName
      ? (['get', 'update', 'patch', 'delete'] as const)[write % 4]
      : (['list', 'create'] as const)[write % 2]
  return {
    user,
    verb: verb ?? 'get',
    resource: {
      group,
      namespace,
      resource: plural,
      subresource: drawnSubresource,
      name: hasName ? name : '',
    },
  }
}

const requestArbitrary: Arbitrary<Request> = record({
  user: oneOf(Object.keys(users)),
  isPath: nat(3),
  path: oneOf(paths),
  group: oneOf(groups),
  namespace: oneOf(namespaces),
  isNamed: boolean(),
  name: oneOf(names),
  resource: nat(2),
  subresource: oneOf(['', 'status', 'scale']),
  write: nat(3),
}).map(requestOf)

const request: Arbitrary<Request> = oneof(
  { arbitrary: requestArbitrary, weight: 4 },
  {
    arbitrary: oneOf(Object.keys(users)).map(
      (user): Request => ({ user, verb: 'create', resource: createdConfigMap }),
    ),
    weight: 1,
  },
)

/** Rules of policies. The documents leave open whether some rules apply. */
export const policyRules = array(rule, { minLength: 1, maxLength: 4 })

/** Draws the settings of a policy, in addition to its rules. */
export const drawnPolicySettings = oneOf(policySettings)

/** Policies with requests near the boundaries of their conditions. */
export const policyCases: Arbitrary<PolicyCase> = record({
  whole: drawnPolicySettings,
  rules: policyRules,
  requests: array(request, { minLength: 1, maxLength: 10, size: 'max' }),
})
