import { describe, expect, test } from 'vitest'
import { dialDirectly } from '../../../client-config/dialer.ts'
import { signingAlgorithms } from '../../flags/identity.ts'
import { withFaults } from '../../../testing/with-faults.ts'
import { CertificateAuthority } from '../../../testing/certificate-authority.ts'
import { IssuerDouble } from '../../testing/issuer-double.ts'
import { JwtAuthenticator } from './authenticator.ts'
import { issuerClient } from './issuer-client.ts'
import type { IssuerSettings, JwtSettings } from './settings.ts'
import { jwtTokens } from './token-authenticator.ts'

const authority = new CertificateAuthority('issuers')

type Changes = Partial<Omit<JwtSettings, 'issuer'>> & { issuer?: Partial<IssuerSettings> }

function createAuthenticator(issuer: IssuerDouble, changes: Changes = {}) {
  const settings: JwtSettings = {
    claimRules: [],
    username: { claim: 'sub', prefix: '' },
    groups: undefined,
    uid: undefined,
    extra: [],
    userRules: [],
    ...changes,
    issuer: {
      url: issuer.url,
      discoveryUrl: undefined,
      certificateAuthority: authority.cert,
      audiences: ['api'],
      egressSelectorType: undefined,
      algorithms: signingAlgorithms,
      ...changes.issuer,
    },
  }
  const client = issuerClient(settings.issuer.certificateAuthority, dialDirectly)
  return jwtTokens([new JwtAuthenticator(settings, client)])
}

describe('a JWT authenticator', () => {
  test('an authenticator fetches the keys of an issuer once, and again after a rotation', async () => {
    await using issuer = await IssuerDouble.start(authority)
    const tokens = createAuthenticator(issuer)
    const beforeRotation = await tokens.authenticateToken(await issuer.mint())
    await tokens.authenticateToken(await issuer.mint({ sub: 'joe' }))
    const requestsBefore = [...issuer.requestPaths]
    await issuer.rotate()
    const afterRotation = await tokens.authenticateToken(await issuer.mint())

    expect(beforeRotation).toMatchObject({ user: { username: 'jane', groups: [], uid: '' } })
    expect(requestsBefore).toEqual(['/.well-known/openid-configuration', '/keys'])
    expect(afterRotation).toMatchObject({ user: { username: 'jane' } })
    expect(issuer.requestPaths.slice(2)).toEqual(['/keys'])
  })

  test('an authenticator accepts RSA and PSS signatures', async () => {
    await using rsaIssuer = await IssuerDouble.start(authority, 'RS512')
    await using pssIssuer = await IssuerDouble.start(authority, 'PS256')

    await expect(
      createAuthenticator(rsaIssuer).authenticateToken(await rsaIssuer.mint()),
    ).resolves.toBeDefined()
    await expect(
      createAuthenticator(pssIssuer).authenticateToken(await pssIssuer.mint()),
    ).resolves.toBeDefined()
  })

  test('an authenticator maps claims and expressions', async () => {
    await using issuer = await IssuerDouble.start(authority)
    const tokens = createAuthenticator(issuer, {
      username: { claim: 'sub', prefix: 'u:' },
      groups: { claim: 'roles', prefix: 'g:' },
      uid: { expression: 'claims.id + "!"' },
      extra: [
        { key: 'a.io/list', expression: '["x", "", claims.sub]' },
        { key: 'a.io/none', expression: '""' },
        { key: 'a.io/null', expression: 'null' },
      ],
      userRules: [
        { expression: 'user.groups.exists(g, g == "g:b") && user.username == "u:jane"', message: '' },
      ],
    })
    const user = await tokens.authenticateToken(await issuer.mint({ roles: ['a', 'b'], id: '7' }))

    expect(user?.user).toEqual({
      username: 'u:jane',
      groups: ['g:a', 'g:b'],
      uid: '7!',
      extra: { 'a.io/list': ['x', 'jane'] },
    })
  })

  test('a token whose iss is not the issuer URL is ignored, unless a fault weakens the comparison', async () => {
    await using issuer = await IssuerDouble.start(authority)
    const token = await issuer.mint({ iss: `${issuer.url}/` })
    const otherIssuerToken = await issuer.mint({ iss: 'https://x' })
    const tokens = createAuthenticator(issuer)
    const authenticateLoosely = (foreignToken: string) =>
      withFaults(['iss-trailing-slash-dropped'], () => tokens.authenticateToken(foreignToken))

    await expect(tokens.authenticateToken(token)).resolves.toBeUndefined()
    await expect(authenticateLoosely(token)).resolves.toBeDefined()
    await expect(authenticateLoosely(otherIssuerToken)).resolves.toBeUndefined()
  })

  const nowSeconds = Math.floor(Date.now() / 1000)
  test.each<[string, Record<string, unknown>, Changes, string]>([
    ['for another audience', { aud: ['apis'] }, {}, 'audience'],
    ['that expired', { exp: nowSeconds - 1 }, {}, 'expired'],
    ['that never expires', { exp: undefined }, {}, 'claim exp: not present'],
    ['that is not valid yet', { nbf: nowSeconds + 300 }, {}, 'not valid yet'],
    ['with a number as name', { sub: 7 }, {}, 'claim sub is not a string'],
    [
      'whose email is not verified',
      { email: 'a@b', email_verified: false },
      { username: { claim: 'email', prefix: '' } },
      'not verified',
    ],
    [
      'whose email_verified is a string',
      { email: 'a@b', email_verified: 'true' },
      { username: { claim: 'email', prefix: '' } },
      'not a boolean',
    ],
    [
      'with another required value',
      { hd: 'y' },
      { claimRules: [{ claim: 'hd', requiredValue: 'x' }] },
      'is "y", not "x"',
    ],
    [
      'with a value where the rule requires an empty value',
      { hd: 'y' },
      { claimRules: [{ claim: 'hd', requiredValue: undefined }] },
      'not ""',
    ],
    [
      'that a rule refuses',
      {},
      { claimRules: [{ expression: 'claims.sub == "joe"', message: 'only {{joe}}' }] },
      'only {{joe}}',
    ],
    [
      'for which the evaluation of a rule fails',
      {},
      { claimRules: [{ expression: 'claims.nope == 1', message: 'm' }] },
      'No such key: nope',
    ],
    [
      'whose user a rule refuses',
      {},
      { userRules: [{ expression: 'user.uid != ""', message: 'no id' }] },
      'no id',
    ],
    ['with numbers as groups', { roles: [1] }, { groups: { claim: 'roles', prefix: '' } }, 'groups: neither'],
  ])('an authenticator refuses a token %s', async (_, claims, changes, says) => {
    await using issuer = await IssuerDouble.start(authority)
    const token = await issuer.mint(claims)

    await expect(createAuthenticator(issuer, changes).authenticateToken(token)).rejects.toThrow(says)
  })

  test('a token with a tampered, missing or foreign signature is rejected', async () => {
    await using issuer = await IssuerDouble.start(authority)
    await using otherIssuer = await IssuerDouble.start(authority)
    const tokens = createAuthenticator(issuer)
    const [head, body, signature] = (await issuer.mint()).split('.')
    const foreignToken = await otherIssuer.mint({ iss: issuer.url })
    const unsignedToken = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`

    await expect(tokens.authenticateToken(`${head}.${body}.${signature?.slice(0, -4)}AAAA`)).rejects.toThrow(
      'no key',
    )
    await expect(tokens.authenticateToken(`${head}.${body}.`)).rejects.toThrow('no key')
    await expect(tokens.authenticateToken(foreignToken)).rejects.toThrow('no key')
    await expect(tokens.authenticateToken(unsignedToken)).rejects.toThrow('not permitted')
  })

  test('a token is rejected if the certificate of the issuer is untrusted, or its discovery document contains a different issuer', async () => {
    await using issuer = await IssuerDouble.start(authority)
    const unknownCa = new CertificateAuthority('strange').cert
    const untrustedTokens = createAuthenticator(issuer, { issuer: { certificateAuthority: unknownCa } })
    const tokensOfDishonestIssuer = createAuthenticator(issuer)
    issuer.answers.set('/.well-known/openid-configuration', {
      issuer: `${issuer.url}/`,
      jwks_uri: `${issuer.url}/keys`,
    })

    await expect(untrustedTokens.authenticateToken(await issuer.mint())).rejects.toThrow('is not trusted')
    await expect(tokensOfDishonestIssuer.authenticateToken(await issuer.mint())).rejects.toThrow(
      'discovery names the issuer',
    )
  })

  test('the discovery document is requested at exactly the discovery URL', async () => {
    await using issuer = await IssuerDouble.start(authority)
    issuer.answers.set('/elsewhere', { issuer: 'https://issuer.example', jwks_uri: `${issuer.url}/keys` })
    const tokens = createAuthenticator(issuer, {
      issuer: { url: 'https://issuer.example', discoveryUrl: `${issuer.url}/elsewhere` },
    })
    const user = await tokens.authenticateToken(await issuer.mint({ iss: 'https://issuer.example' }))

    expect(user).toBeDefined()
    expect(issuer.requestPaths).toEqual(['/elsewhere', '/keys'])
  })

  test('an authenticator fetches distributed groups from their endpoint', async () => {
    await using issuer = await IssuerDouble.start(authority)
    issuer.answers.set('/groups', await issuer.mint({ roles: ['far'] }))
    const tokens = createAuthenticator(issuer, { groups: { claim: 'roles', prefix: '' } })
    const token = await issuer.mint({
      _claim_names: { roles: 'there' },
      _claim_sources: { there: { endpoint: `${issuer.url}/groups`, access_token: 't' } },
    })

    await expect(tokens.authenticateToken(token)).resolves.toMatchObject({ user: { groups: ['far'] } })
  })
})
