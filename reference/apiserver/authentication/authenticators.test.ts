import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CertificateAuthority, type Pair } from '../../testing/certificate-authority.ts'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { WebhookDouble } from '../testing/webhook-double.ts'

const whoAmIPath = '/apis/authentication.orch.io/v1/selfsubjectreviews'

interface Credentials {
  as?: Pair
  token?: string
  headers?: Record<string, string | string[]>
}

async function usernameOf(server: RunningServer, credentials: Credentials): Promise<unknown> {
  const reply = await server.send('POST', whoAmIPath, { ...credentials, body: {} })
  if (reply.status !== 201) return reply.status
  return (JSON.parse(reply.body) as { status: { userInfo: unknown } }).status.userInfo
}

describe('authenticators of the flags', () => {
  test('only a proxy of the CA with a permitted name is trusted', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const proxies = new CertificateAuthority('proxies')
    await server.start(etcd.url, [
      `--requestheader-client-ca-file=${server.file('proxies.crt', proxies.cert)}`,
      '--requestheader-allowed-names=front',
      '--requestheader-username-headers=X-Remote-User,X-Other-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-uid-headers=X-Remote-Uid',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    ])
    await server.ready()
    const frontProxy = proxies.client('front')
    const headers = {
      'X-Other-User': 'jo',
      'X-Remote-Group': ['a', 'b, c'],
      'X-Remote-Uid': '7',
      'X-Remote-Extra-Some%2fkey': 'v',
    }

    expect(await usernameOf(server, { as: frontProxy, headers })).toEqual({
      username: 'jo',
      groups: ['a', 'b, c'],
      uid: '7',
      extra: { 'some/key': ['v'] },
    })
    expect(await usernameOf(server, { as: proxies.client('back'), headers })).toBe(401)
    expect(await usernameOf(server, { as: server.admin, headers })).toMatchObject({ username: 'admin' })
    expect(await usernameOf(server, { headers })).toMatchObject({ username: 'system:anonymous' })
  })

  test('a token is verified by one call of the webhook, or as a bootstrap token by its secret', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await using webhook = await WebhookDouble.start(server.authority)
    webhook.answer = ({ body }) => ({
      kind: 'TokenReview',
      apiVersion: body.apiVersion,
      status: { authenticated: body.spec['token'] === 'good', user: { username: 'jo', groups: ['g'] } },
    })
    await server.start(etcd.url, [
      `--authentication-token-webhook-config-file=${server.file('webhook', webhook.clientConfig())}`,
      '--enable-bootstrap-token-auth',
    ])
    await server.ready()
    const encodeBase64 = (text: string) => Buffer.from(text).toString('base64')
    const data = {
      'token-id': encodeBase64('abcdef'),
      'token-secret': encodeBase64('0123456789abcdef'),
      'usage-bootstrap-authentication': encodeBase64('true'),
    }
    const secret = { metadata: { name: 'bootstrap-token-abcdef' }, type: 'bootstrap.orch.io/token', data }
    await server.send('POST', '/api/v1/namespaces/orch-system/secrets', { as: server.admin, body: secret })

    expect(await usernameOf(server, { token: 'good' })).toEqual({ username: 'jo', groups: ['g'] })
    expect(await usernameOf(server, { token: 'good' })).toEqual({ username: 'jo', groups: ['g'] })
    expect(await usernameOf(server, { token: 'bad' })).toBe(401)
    expect(webhook.requests).toHaveLength(2)
    expect(webhook.requests[0]?.body.apiVersion).toBe('authentication.orch.io/v1beta1')
    expect(await usernameOf(server, { token: 'abcdef.0123456789abcdef' })).toEqual({
      username: 'system:bootstrap:abcdef',
      groups: ['system:bootstrappers'],
    })
    expect(await usernameOf(server, { token: 'abcdef.0123456789abcdee' })).toBe(401)
  })

  test('tokens of service accounts are issued, extended, verified and looked up', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = server.file('sa.key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    await server.start(etcd.url, [
      '--service-account-issuer=https://first.example/path,https://second.example',
      `--service-account-signing-key-file=${key}`,
      `--service-account-key-file=${key}`,
      '--service-account-max-token-expiration=2h',
    ])
    await server.ready()
    const admin = server.admin
    const accountsPath = '/api/v1/namespaces/x/serviceaccounts'
    await server.send('POST', accountsPath, { as: admin, body: { metadata: { name: 'robot' } } })
    await server.send('POST', '/api/v1/namespaces/x/pods', {
      as: admin,
      body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    })
    const requestToken = async (spec: object) => {
      const { body } = await server.send('POST', `${accountsPath}/robot/token`, { as: admin, body: { spec } })
      const { token } = (JSON.parse(body) as { status: { token: string } }).status
      const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
      const { iss, aud, exp, iat } = JSON.parse(claims) as {
        iss: string
        aud: string[]
        exp: number
        iat: number
      }
      return { token, iss, aud, seconds: exp - iat }
    }
    const plainToken = await requestToken({ expirationSeconds: 86_400 })
    const otherAudienceToken = await requestToken({ audiences: ['elsewhere'] })
    const injectedToken = await requestToken({
      expirationSeconds: 3607,
      boundObjectRef: { kind: 'Pod', name: 'p' },
    })

    expect(plainToken).toMatchObject({
      iss: 'https://first.example/path',
      aud: ['https://first.example/path', 'https://second.example'],
      seconds: 7200,
    })
    expect(injectedToken.seconds).toBe(31_536_000)
    expect(await usernameOf(server, { token: plainToken.token })).toMatchObject({
      username: 'system:serviceaccount:x:robot',
    })
    expect(await usernameOf(server, { token: otherAudienceToken.token })).toBe(401)
    expect(await usernameOf(server, { token: `${plainToken.token.slice(0, -8)}AAAAAAAA` })).toBe(401)
    const discovery = await server.send('GET', '/path/.well-known/openid-configuration', { as: admin })
    const keysReply = await server.send('GET', '/openid/v1/jwks', { as: admin })
    expect(JSON.parse(discovery.body)).toMatchObject({ issuer: 'https://first.example/path' })
    expect(JSON.parse(keysReply.body)).toMatchObject({ keys: [{ kty: 'EC', alg: 'ES256' }] })
    await server.send('DELETE', '/api/v1/namespaces/x/pods/p', { as: admin })
    expect(await usernameOf(server, { token: injectedToken.token })).toBe(401)
    await server.send('DELETE', `${accountsPath}/robot`, { as: admin })
    expect(await usernameOf(server, { token: plainToken.token })).toBe(401)
  })

  test('flags that exclude each other are rejected', async () => {
    await using server = new RunningServer()
    await server.start('http://127.0.0.1:1', [
      '--service-account-signing-endpoint=/nowhere',
      '--service-account-key-file=/nowhere',
    ])

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toContain('exclude each other')
  })
})
