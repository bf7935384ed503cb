import { type Arbitrary, array, boolean, nat, oneof, option, record, tuple, uniqueArray } from 'fast-check'
import type { Expression } from '../cel/expression.ts'
import { oneOf } from '../drawn-values.ts'
import {
  webhookAnswers,
  type Attributes,
  type ChainCase,
  repetitions,
  type Request,
  type Webhook,
} from './model.ts'

const request: Expression = ['name', 'request']
const resource: Expression = ['field', request, 'resourceAttributes']
const text = (value: string): Expression => ['value', value]
const resourceField = (name: string): Expression => ['field', resource, name]

const users = ['alice', 'alice-two', 'ali', 'bob'] as const
const groups = ['crew', 'crew-two', 'cre', 'cooks'] as const
const namespaces = ['one', 'one-two', 'on', 'two'] as const
const verbs = ['get', 'list', 'update'] as const
const resources = ['things', 'thing', 'gadgets'] as const
const names = ['a', 'ab', 'b'] as const
const paths = ['/case', '/case/a', '/cases'] as const

const condition: Arbitrary<Expression> = oneof(
  oneOf(users).map((user): Expression => ['endsWith', ['field', request, 'user'], text(`.${user}`)]),
  oneOf(users).map((user): Expression => ['contains', ['field', request, 'user'], text(user)]),
  oneOf(groups).map((group): Expression => ['in', text(group), ['field', request, 'groups']]),
  oneOf(groups).map((group): Expression => ['not', ['in', text(group), ['field', request, 'groups']]]),
  oneOf(namespaces).map((name): Expression => ['==', resourceField('namespace'), text(name)]),
  oneOf(verbs).map((verb): Expression => ['!=', resourceField('verb'), text(verb)]),
  tuple(oneOf(verbs), oneOf(verbs)).map(
    ([a, b]): Expression => ['in', resourceField('verb'), ['list', text(a), text(b)]],
  ),
  oneOf(resources).map((name): Expression => ['startsWith', resourceField('resource'), text(name)]),
  oneOf(names).map((name): Expression => ['==', resourceField('name'), text(name)]),
  oneOf(namespaces).map(
    (name): Expression => [
      '&&',
      ['has', request, 'resourceAttributes'],
      ['==', resourceField('namespace'), text(name)],
    ],
  ),
  tuple().map((): Expression => ['has', request, 'resourceAttributes']),
)

const webhook: Arbitrary<Webhook> = record({
  name: oneOf(['m', 'a', 'z', 'ma', 'm-a', '0']),
  conditions: uniqueArray(condition, { maxLength: 3, selector: (one) => JSON.stringify(one) }),
  failurePolicy: oneOf(['no opinion', 'deny']),
  version: oneOf(['v1', 'v1beta1']),
  cachesAllowed: boolean(),
  cachesDenied: boolean(),
})

const drawnRequests = record({
  user: oneOf(users),
  groups: uniqueArray(oneOf(groups), { maxLength: 2 }),
  isPath: nat(4),
  namespace: oneOf(namespaces),
  verb: oneOf(verbs),
  resource: oneOf(resources),
  name: oneOf(names),
  path: oneOf(paths),
  group: oneOf(['conformance.example', 'conformance.example', '']),
  subresource: oneOf(['', '', 'status']),
  uid: option(oneOf(['1', '11']), { nil: undefined }),
  extra: option(oneOf(['a', 'ab']), { nil: undefined }),
  answers: array(oneOf(webhookAnswers), { minLength: 4, maxLength: 4 }),
  repeat: oneOf(['another user', 'another user', ...repetitions]),
})
type DrawnRequest = typeof drawnRequests extends Arbitrary<infer T> ? T : never

function attributesOf(one: DrawnRequest, at: number): Attributes {
  const {
    user,
    groups: its,
    isPath,
    namespace,
    verb,
    resource: of,
    name,
    path,
    group,
    subresource,
    uid,
    extra,
  } = one
  // A separate user for each request that is not a repetition.
  const reviewUser = {
    user: `${at}.${user}`,
    groups: its,
    ...(uid && { uid }),
    ...(extra && { extra: { 'example.org/team': [extra] } }),
  }
  if (isPath === 0) return { ...reviewUser, path: { path, verb: 'get' } }
  return {
    ...reviewUser,
    resource: { namespace, verb, group, version: 'v1', resource: of, subresource, name },
  }
}

/** Returns requests. Webhooks change their responses for requests that repeat the previous request. */
function requestsOf(all: readonly DrawnRequest[]): readonly Request[] {
  const requests: Request[] = []
  for (const [at, one] of all.entries()) {
    const previousRequest = requests.at(-1)
    if (previousRequest === undefined || one.repeat === 'another user') {
      requests.push({ attributes: attributesOf(one, at), answers: one.answers })
      continue
    }
    const invertedAnswers = previousRequest.answers.map((answer) =>
      answer === 'allow' ? 'deny' : answer === 'deny' ? 'allow' : answer,
    )
    requests.push({
      attributes: withChangedAttribute(previousRequest.attributes, one.repeat),
      answers: invertedAnswers,
    })
  }
  return requests
}

function withChangedAttribute(attributes: Attributes, repeat: DrawnRequest['repeat']): Attributes {
  const { resource: of } = attributes
  switch (repeat) {
    case 'another group':
      return { ...attributes, groups: [...attributes.groups, 'others'] }
    case 'groups joined':
      return { ...attributes, groups: [attributes.groups.join(',')].filter((group) => group !== '') }
    case 'another uid':
      return { ...attributes, uid: `${attributes.uid ?? ''}1` }
    case 'another extra value':
      return { ...attributes, extra: { 'example.org/team': ['another'] } }
    case 'another path':
      return attributes.path
        ? { ...attributes, path: { ...attributes.path, path: `${attributes.path.path}s` } }
        : attributes
  }
  if (of === undefined || repeat === 'the same again' || repeat === 'another user') return attributes
  switch (repeat) {
    case 'another verb':
      return { ...attributes, resource: { ...of, verb: 'delete' } }
    case 'another namespace':
      return { ...attributes, resource: { ...of, namespace: `${of.namespace}x` } }
    case 'another name':
      return { ...attributes, resource: { ...of, name: `${of.name}x` } }
    case 'another resource':
      return { ...attributes, resource: { ...of, resource: `${of.resource}x` } }
    case 'another API group':
      return { ...attributes, resource: { ...of, group: `other.${of.group}`.replace(/\.$/, '') } }
    case 'another version':
      return { ...attributes, resource: { ...of, version: `${of.version}beta1` } }
    case 'another subresource':
      return { ...attributes, resource: { ...of, subresource: `${of.subresource}s` } }
  }
}

/** Chains of webhooks with requests near the boundaries of their conditions. */
export const chainCases: Arbitrary<ChainCase> = record({
  webhooks: array(webhook, { minLength: 1, maxLength: 4 }),
  requests: array(drawnRequests, { minLength: 1, maxLength: 8, size: 'max' }),
}).map(({ webhooks, requests }) => ({
  webhooks,
  requests: requestsOf(requests).map((one) => ({ ...one, answers: one.answers.slice(0, webhooks.length) })),
}))
