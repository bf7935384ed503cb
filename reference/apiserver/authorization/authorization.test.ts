import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { WebhookDouble } from '../testing/webhook-double.ts'

const reviewsPath = '/apis/authorization.orch.io/v1/subjectaccessreviews'

function config(entries: readonly object[]): string {
  return JSON.stringify({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'AuthorizationConfiguration',
    authorizers: entries,
  })
}

function entry(name: string, file: string, fields: object = {}): object {
  const webhook = {
    authorizedTTL: '1h',
    unauthorizedTTL: '1h',
    timeout: '1s',
    subjectAccessReviewVersion: 'v1',
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'NoOpinion',
    connectionInfo: { type: 'OrchConfig', orchConfigFile: file },
    ...fields,
  }
  return { type: 'Webhook', name, webhook }
}

async function requestDecision(server: RunningServer, spec: object): Promise<unknown> {
  const reply = await server.send('POST', reviewsPath, { as: server.admin, body: { spec } })
  return (JSON.parse(reply.body) as { status: unknown }).status
}

describe('authorization', () => {
  test('a chain of webhooks is called in order, with caches and failure policies', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await using firstWebhook = await WebhookDouble.start(server.authority)
    await using secondWebhook = await WebhookDouble.start(server.authority)
    const identity = server.authority.client('api-server')
    const firstFile = server.file('first', firstWebhook.clientConfig({ token: 'secret' }, '/first'))
    const secondFile = server.file(
      'second',
      secondWebhook.clientConfig({
        'client-certificate-data': Buffer.from(identity.cert).toString('base64'),
        'client-key-data': Buffer.from(identity.key).toString('base64'),
      }),
    )
    const file = server.file(
      'authz.json',
      config([
        entry('first', firstFile, {
          failurePolicy: 'Deny',
          subjectAccessReviewVersion: 'v1beta1',
          matchConditions: [
            { expression: "request.user != 'skip'" },
            { expression: "'g' in request.groups" },
          ],
        }),
        entry('second', secondFile),
      ]),
    )
    await server.start(etcd.url, [`--authorization-config=${file}`])
    await server.ready()
    firstWebhook.decide(({ body }) =>
      body.spec['user'] === 'eve' ? { allowed: false, denied: true } : { allowed: false },
    )
    secondWebhook.decide(() => ({ allowed: true, reason: 'second says so' }))
    const requestOf = (user: string) => ({
      user,
      groups: ['g'],
      resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'x' },
    })

    expect(await requestDecision(server, requestOf('jo'))).toEqual({
      allowed: true,
      reason: 'second says so',
    })
    expect(await requestDecision(server, requestOf('jo'))).toMatchObject({ allowed: true })
    expect(await requestDecision(server, requestOf('eve'))).toEqual({ allowed: false, denied: true })
    expect(await requestDecision(server, requestOf('skip'))).toMatchObject({ allowed: true })
    expect(firstWebhook.requests.map(({ body }) => body.spec['user'])).toEqual(['jo', 'eve'])
    expect(firstWebhook.requests[0]).toMatchObject({
      path: '/first',
      authorization: 'Bearer secret',
      body: { apiVersion: 'authorization.orch.io/v1beta1', spec: { group: ['g'] } },
    })
    expect(secondWebhook.requests.map(({ body }) => body.spec['user'])).toEqual(['jo', 'skip'])
    expect(secondWebhook.requests[0]).toMatchObject({
      certificate: 'api-server',
      body: { spec: { groups: ['g'] } },
    })

    firstWebhook.answer = () => 'nonsense'
    expect(await requestDecision(server, requestOf('joe'))).toMatchObject({
      allowed: false,
      denied: true,
      evaluationError: expect.stringContaining('no JSON') as string,
    })
    firstWebhook.answer = () => 400
    expect(await requestDecision(server, requestOf('ann'))).toMatchObject({ denied: true })
    firstWebhook.decide(() => ({ allowed: false }))
    secondWebhook.answer = () => new Promise(() => {})
    expect(await requestDecision(server, requestOf('bob'))).toMatchObject({
      allowed: false,
      evaluationError: expect.stringContaining('1000 ms') as string,
    })
    const { body } = await server.send('GET', '/metrics', { as: server.admin })
    expect(body).toContain(
      'apiserver_authorization_decisions_total{decision="allowed",name="second",type="Webhook"}',
    )
  })

  test('an authorization file that violates a rule is rejected with the path of the field', async () => {
    await using server = new RunningServer()
    const brokenEntry = entry('Upper', '/nowhere', {
      timeout: '31s',
      matchConditions: [{ expression: 'request.user' }, { expression: 'nope' }],
    })
    const file = server.file('authz.json', config([brokenEntry, { type: 'RBAC', name: 'rbac', webhook: {} }]))
    await server.start('http://127.0.0.1:1', [`--authorization-config=${file}`])

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toContain('authorizers[0].name')
    expect(server.stderr).toContain('authorizers[0].webhook.timeout')
    expect(server.stderr).toContain('matchConditions[0].expression: must yield a boolean')
    expect(server.stderr).toContain('matchConditions[1].expression')
    expect(server.stderr).toContain('authorizers[1].webhook')
    expect(server.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('a request is permitted by a line of the policy file or by a role', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const policy = (spec: object) =>
      JSON.stringify({ apiVersion: 'abac.authorization.orch.io/v1beta1', kind: 'Policy', spec })
    const lines = [
      '# who may do what',
      policy({ user: 'jo', readonly: true, apiGroup: '*', namespace: 'x', resource: 'pods' }),
      policy({ group: 'g', nonResourcePath: '/logs/*' }),
    ]
    const file = server.file('policies', lines.join('\n'))
    await server.start(etcd.url, ['--authorization-mode=ABAC,RBAC', `--authorization-policy-file=${file}`])
    await server.ready()
    const rbacPath = '/apis/rbac.authorization.orch.io/v1'
    const role = { metadata: { name: 'r' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['*'] }] }
    const binding = {
      metadata: { name: 'b' },
      subjects: [{ kind: 'User', name: 'ann' }],
      roleRef: { kind: 'Role', name: 'r' },
    }
    await server.send('POST', `${rbacPath}/namespaces/y/roles`, { as: server.admin, body: role })
    await server.send('POST', `${rbacPath}/namespaces/y/rolebindings`, { as: server.admin, body: binding })
    const isAllowed = async (user: string, verb: string, namespace: string) => {
      const spec = { user, groups: [], resourceAttributes: { verb, namespace, resource: 'pods' } }
      return ((await requestDecision(server, spec)) as { allowed: boolean }).allowed
    }
    const pathRequest = { user: 'x', groups: ['g'], nonResourceAttributes: { verb: 'get', path: '/logs/a' } }

    expect(await isAllowed('jo', 'get', 'x')).toBe(true)
    expect(await isAllowed('jo', 'create', 'x')).toBe(false)
    expect(await isAllowed('jo', 'get', 'y')).toBe(false)
    expect(await isAllowed('ann', 'create', 'y')).toBe(true)
    expect(await isAllowed('ann', 'create', 'x')).toBe(false)
    expect(await requestDecision(server, pathRequest)).toMatchObject({ allowed: true })
  })

  test('mode flags in addition to an authorization file are rejected', async () => {
    await using server = new RunningServer()
    const contradictoryFlags = ['--authorization-config=/nowhere', '--authorization-mode=AlwaysAllow']
    await server.start('http://127.0.0.1:1', contradictoryFlags)

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toContain('--authorization-config and --authorization-mode exclude each other')
  })
})
