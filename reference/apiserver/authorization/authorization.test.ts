import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { WebhookDouble } from '../testing/webhook-double.ts'

const reviews = '/apis/authorization.orch.io/v1/subjectaccessreviews'

function config(entries: readonly object[]): string {
  return JSON.stringify({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'AuthorizationConfiguration',
    authorizers: entries,
  })
}

function entry(name: string, file: string, more: object = {}): object {
  const webhook = {
    authorizedTTL: '1h',
    unauthorizedTTL: '1h',
    timeout: '1s',
    subjectAccessReviewVersion: 'v1',
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'NoOpinion',
    connectionInfo: { type: 'OrchConfig', orchConfigFile: file },
    ...more,
  }
  return { type: 'Webhook', name, webhook }
}

async function decision(server: RunningServer, spec: object): Promise<unknown> {
  const reply = await server.send('POST', reviews, { as: server.admin, body: { spec } })
  return (JSON.parse(reply.body) as { status: unknown }).status
}

describe('authorization', () => {
  test('calls a chain of webhooks in order, caches responses and applies failure policies', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await using first = await WebhookDouble.start(server.authority)
    await using second = await WebhookDouble.start(server.authority)
    const identity = server.authority.client('api-server')
    const firstFile = server.file('first', first.clientConfig({ token: 'secret' }, '/first'))
    const secondFile = server.file(
      'second',
      second.clientConfig({
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
    first.decide(({ body }) =>
      body.spec['user'] === 'eve' ? { allowed: false, denied: true } : { allowed: false },
    )
    second.decide(() => ({ allowed: true, reason: 'second says so' }))
    const about = (user: string) => ({
      user,
      groups: ['g'],
      resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'x' },
    })

    expect(await decision(server, about('jo'))).toEqual({ allowed: true, reason: 'second says so' })
    expect(await decision(server, about('jo'))).toMatchObject({ allowed: true })
    expect(await decision(server, about('eve'))).toEqual({ allowed: false, denied: true })
    expect(await decision(server, about('skip'))).toMatchObject({ allowed: true })
    expect(first.asked.map(({ body }) => body.spec['user'])).toEqual(['jo', 'eve'])
    expect(first.asked[0]).toMatchObject({
      path: '/first',
      authorization: 'Bearer secret',
      body: { apiVersion: 'authorization.orch.io/v1beta1', spec: { group: ['g'] } },
    })
    expect(second.asked.map(({ body }) => body.spec['user'])).toEqual(['jo', 'skip'])
    expect(second.asked[0]).toMatchObject({ certificate: 'api-server', body: { spec: { groups: ['g'] } } })

    first.answer = () => 'nonsense'
    expect(await decision(server, about('joe'))).toMatchObject({
      allowed: false,
      denied: true,
      evaluationError: expect.stringContaining('no JSON') as string,
    })
    first.answer = () => 400
    expect(await decision(server, about('ann'))).toMatchObject({ denied: true })
    first.decide(() => ({ allowed: false }))
    second.answer = () => new Promise(() => {})
    expect(await decision(server, about('bob'))).toMatchObject({
      allowed: false,
      evaluationError: expect.stringContaining('1000 ms') as string,
    })
    const { body } = await server.send('GET', '/metrics', { as: server.admin })
    expect(body).toContain(
      'apiserver_authorization_decisions_total{decision="allowed",name="second",type="Webhook"}',
    )
  })

  test('rejects a file that violates the rules, and names the position', async () => {
    await using server = new RunningServer()
    const broken = entry('Upper', '/nowhere', {
      timeout: '31s',
      matchConditions: [{ expression: 'request.user' }, { expression: 'nope' }],
    })
    const file = server.file('authz.json', config([broken, { type: 'RBAC', name: 'rbac', webhook: {} }]))
    await server.start('http://127.0.0.1:1', [`--authorization-config=${file}`])

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toContain('authorizers[0].name')
    expect(server.stderr).toContain('authorizers[0].webhook.timeout')
    expect(server.stderr).toContain('matchConditions[0].expression: must yield a boolean')
    expect(server.stderr).toContain('matchConditions[1].expression')
    expect(server.stderr).toContain('authorizers[1].webhook')
    expect(server.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('applies policies line by line, then roles', async () => {
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
    const rbac = '/apis/rbac.authorization.orch.io/v1'
    const role = { metadata: { name: 'r' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['*'] }] }
    const binding = {
      metadata: { name: 'b' },
      subjects: [{ kind: 'User', name: 'ann' }],
      roleRef: { kind: 'Role', name: 'r' },
    }
    await server.send('POST', `${rbac}/namespaces/y/roles`, { as: server.admin, body: role })
    await server.send('POST', `${rbac}/namespaces/y/rolebindings`, { as: server.admin, body: binding })
    const may = async (user: string, verb: string, namespace: string) => {
      const spec = { user, groups: [], resourceAttributes: { verb, namespace, resource: 'pods' } }
      return ((await decision(server, spec)) as { allowed: boolean }).allowed
    }
    const path = { user: 'x', groups: ['g'], nonResourceAttributes: { verb: 'get', path: '/logs/a' } }

    expect(await may('jo', 'get', 'x')).toBe(true)
    expect(await may('jo', 'create', 'x')).toBe(false)
    expect(await may('jo', 'get', 'y')).toBe(false)
    expect(await may('ann', 'create', 'y')).toBe(true)
    expect(await may('ann', 'create', 'x')).toBe(false)
    expect(await decision(server, path)).toMatchObject({ allowed: true })
  })

  test('rejects modes in addition to the file', async () => {
    await using server = new RunningServer()
    const more = ['--authorization-config=/nowhere', '--authorization-mode=AlwaysAllow']
    await server.start('http://127.0.0.1:1', more)

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toContain('--authorization-config and --authorization-mode exclude each other')
  })
})
