import { describe, expect, test } from 'vitest'
import { EtcdDouble } from './testing/etcd-double.ts'
import { RunningServer } from './testing/running-server.ts'

const review = { apiVersion: 'authentication.orch.io/v1', kind: 'SelfSubjectReview' }
const whoAmI = '/apis/authentication.orch.io/v1/selfsubjectreviews'

describe('the bundled program', () => {
  test('is ready soon, knows its callers, stores objects and ends when told to', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await server.start(etcd.url, ['--authorization-mode=RBAC'])
    await server.ready()

    const admin = await server.ask('POST', whoAmI, { as: server.admin, body: review })
    const nobody = await server.ask('POST', whoAmI, { body: review })
    const secret = { metadata: { name: 's' }, data: { a: 'b' } }
    const path = '/api/v1/namespaces/x/secrets'
    const created = await server.ask('POST', path, { as: server.admin, body: secret })
    const listed = await server.ask('GET', path, { as: server.admin })

    expect(admin.status).toBe(201)
    expect(JSON.parse(admin.body)).toMatchObject({
      status: { userInfo: { username: 'admin', groups: ['system:masters'] } },
    })
    expect(JSON.parse(nobody.body)).toMatchObject({ status: { userInfo: { username: 'system:anonymous' } } })
    expect(created.status).toBe(201)
    expect(JSON.parse(etcd.text('/registry/secrets/x/s') ?? '')).toMatchObject(secret)
    expect(JSON.parse(listed.body)).toMatchObject({ items: [secret] })
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test('refuses a file with an unknown field and says where', async () => {
    await using server = new RunningServer()
    const config = server.file(
      'authn.yaml',
      'apiVersion: apiserver.config.orch.io/v1\nkind: AuthenticationConfiguration\njwt: []\nanonymus: {}\n',
    )
    await server.start('http://127.0.0.1:1', [`--authentication-config=${config}`])

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toMatch(/authn\.yaml: anonymus: unknown field\n$/)
  })
})
