import { expect, test } from 'vitest'
import { type AuditedRequest, auditPolicy, evaluate, type PolicyRule } from './policy.ts'

const alice = { name: 'alice', groups: ['crew', 'cooks'] }
const url: AuditedRequest = { user: alice, verb: 'get', path: '/healthz/etcd' }
const pods: AuditedRequest = {
  user: alice,
  verb: 'get',
  path: '/api/v1/namespaces/x/pods/one/log',
  resource: { group: '', namespace: 'x', resource: 'pods', subresource: 'log', name: 'one' },
}

const level = (rule: Omit<PolicyRule, 'level'>, request: AuditedRequest) =>
  evaluate(auditPolicy([{ level: 'Request', ...rule }]), request).level

test.each([
  [{}, pods, true],
  [{ users: ['alice'] }, pods, true],
  [{ users: ['Alice'] }, pods, false],
  [{ userGroups: ['cooks'] }, pods, true],
  [{ userGroups: ['guests'] }, pods, false],
  [{ users: ['alice'], userGroups: ['guests'] }, pods, false],
  [{ verbs: ['list'] }, pods, false],
  [{ namespaces: ['x'] }, pods, true],
  [{ namespaces: [''] }, pods, false],
  [{ namespaces: ['x'] }, url, false],
  [{ resources: [{}] }, pods, true],
  [{ resources: [{ group: 'apps' }] }, pods, false],
  [{ resources: [{ resources: ['pods'] }] }, pods, false],
  [{ resources: [{ resources: ['pods/log'] }] }, pods, true],
  [{ resources: [{ resources: ['pods/*'] }] }, pods, true],
  [{ resources: [{ resources: ['*/log'] }] }, pods, true],
  [{ resources: [{ resources: ['*/scale'] }] }, pods, false],
  [{ resources: [{ resources: ['*'], resourceNames: ['one'] }] }, pods, true],
  [{ resources: [{ resources: ['*'], resourceNames: ['two'] }] }, pods, false],
  [{ resources: [{ resources: ['*'] }] }, url, false],
  [{ nonResourceURLs: ['/healthz/etcd'] }, url, true],
  [{ nonResourceURLs: ['/healthz'] }, url, false],
  [{ nonResourceURLs: ['/healthz*'] }, url, true],
  [{ nonResourceURLs: ['*'] }, url, true],
  [{ nonResourceURLs: ['*'] }, pods, false],
] as const)('%j about %j matches: %s', (rule, request, matches) => {
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

  expect(evaluate(policy, pods)).toEqual({
    level: 'Metadata',
    omitStages: ['RequestReceived', 'ResponseStarted'],
    omitManagedFields: false,
  })
})
