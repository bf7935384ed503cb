import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from './testing/etcd-double.ts'
import { IssuerDouble } from './testing/issuer-double.ts'
import { RunningServer } from './testing/running-server.ts'

const review = { apiVersion: 'authentication.orch.io/v1', kind: 'SelfSubjectReview' }
const whoAmIPath = '/apis/authentication.orch.io/v1/selfsubjectreviews'

describe('the bundled program', () => {
  test('the program authenticates callers, stores objects and ends on a signal', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await server.start(etcd.url, ['--authorization-mode=RBAC'])
    await server.ready()

    const adminResponse = await server.send('POST', whoAmIPath, { as: server.admin, body: review })
    const anonymousResponse = await server.send('POST', whoAmIPath, { body: review })
    const secret = { metadata: { name: 's' }, data: { a: 'b' } }
    const path = '/api/v1/namespaces/x/secrets'
    const createResponse = await server.send('POST', path, { as: server.admin, body: secret })
    const listResponse = await server.send('GET', path, { as: server.admin })

    expect(adminResponse.status).toBe(201)
    expect(JSON.parse(adminResponse.body)).toMatchObject({
      status: { userInfo: { username: 'admin', groups: ['system:masters'] } },
    })
    expect(JSON.parse(anonymousResponse.body)).toMatchObject({
      status: { userInfo: { username: 'system:anonymous' } },
    })
    expect(createResponse.status).toBe(201)
    expect(etcd.text('/registry/secrets/x/s')).toMatch(/^orch\0/)
    expect(JSON.parse(listResponse.body)).toMatchObject({ items: [secret] })
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test('a file with an unknown field is rejected with the name of the field', async () => {
    await using server = new RunningServer()
    const config = server.file(
      'authn.yaml',
      'apiVersion: apiserver.config.orch.io/v1\nkind: AuthenticationConfiguration\njwt: []\nanonymus: {}\n',
    )
    await server.start('http://127.0.0.1:1', [`--authentication-config=${config}`])

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toMatch(/authn\.yaml: anonymus: unknown field\n$/)
  })

  test('tokens of an issuer that flags name are accepted once the issuer responds', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await using issuer = await IssuerDouble.start(server.authority)
    const discovery = issuer.answers.get('/.well-known/openid-configuration')
    issuer.answers.delete('/.well-known/openid-configuration')
    await server.start(etcd.url, [
      `--oidc-issuer-url=${issuer.url}`,
      '--oidc-client-id=api',
      `--oidc-ca-file=${server.file('issuer.crt', server.authority.cert)}`,
      '--oidc-signing-algs=ES256',
    ])
    await server.ready()
    const earlyResponse = await server.send('POST', whoAmIPath, { token: await issuer.mint(), body: review })
    issuer.answers.set('/.well-known/openid-configuration', discovery)
    const requestsBefore = issuer.requestPaths.length
    while (issuer.requestPaths.length === requestsBefore)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const lateResponse = await server.send('POST', whoAmIPath, { token: await issuer.mint(), body: review })

    expect(earlyResponse.status).toBe(401)
    expect(lateResponse.status).toBe(201)
    expect(JSON.parse(lateResponse.body)).toMatchObject({
      status: { userInfo: { username: `${issuer.url}#jane` } },
    })
  })

  test('without a CA, an issuer is trusted by the roots of the host, and token reviews return messages of its rules', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await using issuer = await IssuerDouble.start(server.authority)
    const trace = join(server.directory, 'trace')
    const config = server.file(
      'authn.json',
      JSON.stringify({
        apiVersion: 'apiserver.orch.io/v1alpha1',
        kind: 'AuthenticationConfiguration',
        jwt: [
          {
            issuer: { url: issuer.url, audiences: ['api'] },
            claimValidationRules: [{ expression: 'claims.sub != "eve"', message: 'not eve' }],
            claimMappings: { username: { claim: 'sub', prefix: '' } },
          },
        ],
        anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
      }),
    )
    const extraFlags = [`--authentication-config=${config}`, `--fault-trace=${trace}`]
    const env = { SSL_CERT_FILE: server.file('roots.crt', server.authority.cert) }
    await server.start(etcd.url, extraFlags, env)
    await server.ready()
    const get = async (sub: string) => {
      const body = { spec: { token: await issuer.mint({ sub }) } }
      const path = '/apis/authentication.orch.io/v1/tokenreviews'
      return JSON.parse((await server.send('POST', path, { as: server.admin, body })).body) as unknown
    }

    expect(await get('joe')).toMatchObject({ status: { authenticated: true, user: { username: 'joe' } } })
    expect(await get('eve')).toMatchObject({
      status: { error: expect.stringContaining('not eve') as string },
    })
    expect((await server.send('GET', '/livez')).status).toBe(200)
    expect((await server.send('GET', '/version')).status).toBe(401)
    expect(readFileSync(trace, 'utf8')).toMatch(/^\d{13} claim-rule-message-omitted$/m)
  })

  test('the program serves HTTP/2 and watches with a self-signed certificate', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await server.start(etcd.url, [
      `--cert-dir=${server.directory}`,
      '--tls-cert-file=',
      '--tls-private-key-file=',
    ])
    await server.ready()
    const session = connect(server.url, {
      ca: readFileSync(join(server.directory, 'apiserver.crt')),
      ...server.admin,
    })
    const watch = session.request({ ':path': '/api/v1/namespaces/x/configmaps?watch=true' })
    await once(watch, 'response')
    const path = '/api/v1/namespaces/x/configmaps'
    await server.send('POST', path, { as: server.admin, body: { metadata: { name: 'c' } } })
    const [line] = (await once(watch, 'data')) as [Buffer]
    session.destroy()

    expect(JSON.parse(line.toString('utf8'))).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'c' } },
    })
  })
})
