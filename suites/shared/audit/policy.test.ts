import { expect, test } from 'vitest'
import { type AuditedRequest, auditPolicy, evaluate, type PolicyRule } from './policy.ts'

const alice = { name: 'alice', groups: ['crew', 'cooks'] }
const urlRequest: AuditedRequest = { user: alice, verb: 'get', path: '/healthz/etcd' }
const podsRequest: AuditedRequest = {
  user: alice,
  verb: 'get',
  path: '/api/v1/namespaces/x/pods/one/log',
  resource: { group: '', namespace: 'x', resource: 'pods', subresource: 'log', name: 'one' },
}

const level = (rule: Omit<PolicyRule, 'level'>, request: AuditedRequest) =>
  evaluate(auditPolicy([{ level: 'Request', ...rule }]), request).level

test.each([
  [{}, podsRequest, true],
  [{ users: ['alice'] }, podsRequest, true],
  [{ users: ['Alice'] }, podsRequest, false],
  [{ userGroups: ['cooks'] }, podsRequest, true],
  [{ userGroups: ['guests'] }, podsRequest, false],
  [{ users: ['alice'], userGroups: ['guests'] }, podsRequest, false],
  [{ verbs: ['list'] }, podsRequest, false],
  [{ namespaces: ['x'] }, podsRequest, true],
  [{ namespaces: [''] }, podsRequest, false],
  [{ namespaces: ['x'] }, urlRequest, false],
  [{ resources: [{}] }, podsRequest, true],
  [{ resources: [{ group: 'apps' }] }, podsRequest, false],
  [{ resources: [{ resources: ['pods'] }] }, podsRequest, false],
  [{ resources: [{ resources: ['pods/log'] }] }, podsRequest, true],
  [{ resources: [{ resources: ['pods/*'] }] }, podsRequest, true],
  [{ resources: [{ resources: ['*/log'] }] }, podsRequest, true],
  [{ resources: [{ resources: ['*/scale'] }] }, podsRequest, false],
  [{ resources: [{ resources: ['*'], resourceNames: ['one'] }] }, podsRequest, true],
  [{ resources: [{ resources: ['*'], resourceNames: ['two'] }] }, podsRequest, false],
  [{ resources: [{ resources: ['*'] }] }, urlRequest, false],
  [{ nonResourceURLs: ['/healthz/etcd'] }, urlRequest, true],
  [{ nonResourceURLs: ['/healthz'] }, urlRequest, false],
  [{ nonResourceURLs: ['/healthz*'] }, urlRequest, true],
  [{ nonResourceURLs: ['*'] }, urlRequest, true],
  [{ nonResourceURLs: ['*'] }, podsRequest, false],
] as const)('the result of matching rule %j with request %j is %s', (rule, request, matches) => {
  expect(level(rule, request)).toBe(matches ? 'Request' : 'None')
})

test('the first matching rule decides, including stages and managed fields', () => {
  const policy = auditPolicy(
    [
      { level: 'None', verbs: ['list'] },
      { level: 'Metadata', omitStages: ['ResponseStarted'], omitManagedFields: false },
      { level: 'Request' },
    ],
    { omitStages: ['RequestReceived'], omitManagedFields: true },
  )

  expect(evaluate(policy, podsRequest)).toEqual({
    level: 'Metadata',
    omitStages: ['RequestReceived', 'ResponseStarted'],
    omitManagedFields: false,
  })
})
