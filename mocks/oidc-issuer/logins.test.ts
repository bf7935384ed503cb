import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Agent, fetch as fetchWith } from 'undici'
import { createSigningKey, type SoleOidcIssuer, startOidcIssuer } from './index.ts'

let issuer: SoleOidcIssuer
let agent: Agent
let config: client.Configuration
const redirectUri = 'https://client.example/callback'

beforeAll(async () => {
  issuer = await startOidcIssuer()
  agent = new Agent({ connect: { ca: issuer.certificateAuthority } })
  config = await client.discovery(new URL(issuer.url), 'acme', 'secret', undefined, {
    [client.customFetch]: fetchThroughAgent,
  })
})
afterAll(async () => {
  await agent.close()
  await issuer.stop()
})

const fetchThroughAgent: client.CustomFetch = async (url, options) =>
  (await fetchWith(url, { ...(options as object), dispatcher: agent })) as unknown as Response

/** Signs in a user like a browser, and returns the URL of the final redirect. */
async function signIn(parameters: Record<string, string>): Promise<URL> {
  const url = client.buildAuthorizationUrl(config, { redirect_uri: redirectUri, ...parameters })
  const { status, headers } = await fetchWith(url, { dispatcher: agent, redirect: 'manual' })
  expect(status).toBe(302)
  return new URL(headers.get('location') ?? '')
}

test('every endpoint of the discovery document responds', async () => {
  const endpoints = Object.entries(config.serverMetadata()).filter(([name]) => /_(endpoint|uri)$/.test(name))
  const statuses = await Promise.all(
    endpoints.map(async ([name, url]) => [
      name,
      (await fetchWith(url as string, { dispatcher: agent })).status,
    ]),
  )

  expect(Object.fromEntries(statuses)).toEqual({
    authorization_endpoint: 400,
    token_endpoint: 405,
    introspection_endpoint: 405,
    userinfo_endpoint: 401,
    jwks_uri: 200,
  })
})

test('an authorization code with PKCE is exchanged once for tokens, which userinfo and refresh accept', async () => {
  const codeVerifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const redirectUrl = await signIn({
    scope: 'openid',
    login_hint: 'bob',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce }
  const tokens = await client.authorizationCodeGrant(config, redirectUrl, checks)
  const secondGrant = client.authorizationCodeGrant(config, redirectUrl, checks)

  expect(tokens.claims()).toMatchObject({ sub: 'bob', aud: ['acme'], iss: issuer.url, nonce })
  await expect(secondGrant).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(await client.fetchUserInfo(config, tokens.access_token, 'bob')).toEqual({ sub: 'bob' })
  const refreshedTokens = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(refreshedTokens.access_token).not.toBe(tokens.access_token)
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('a wrong PKCE verifier, a wrong redirect URI and a wrong client are rejected', async () => {
  const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
  const grant = async (changedParameters: Record<string, string>) => {
    const redirectUrl = await signIn({ code_challenge: challenge, code_challenge_method: 'S256' })
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'acme',
      code: redirectUrl.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
      ...changedParameters,
    })
    return (await fetchWith(`${issuer.url}/token`, { method: 'POST', body, dispatcher: agent })).status
  }

  expect(await grant({})).toBe(200)
  expect(await grant({ code_verifier: 'w'.repeat(43) })).toBe(400)
  expect(await grant({ redirect_uri: `${redirectUri}/` })).toBe(400)
  expect(await grant({ client_id: 'other' })).toBe(400)
})

test('introspection reports a token that was issued for client credentials', async () => {
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'read' })

  expect(await client.tokenIntrospection(config, token)).toMatchObject({
    active: true,
    sub: 'acme',
    scope: 'read',
  })
  expect(await client.tokenIntrospection(config, 'unknown')).toEqual({ active: false })
})

test('an unknown grant type and a response type other than code are rejected', async () => {
  await expect(client.genericGrantRequest(config, 'password', {})).rejects.toMatchObject({
    error: 'unsupported_grant_type',
  })
  expect((await signIn({ response_type: 'token' })).searchParams.get('error')).toBe(
    'unsupported_response_type',
  )
})

test('discovery lists EdDSA after the publication of an Ed25519 key', async () => {
  const scopesSupported = async () => {
    const url = `${issuer.url}/.well-known/openid-configuration`
    const document = await (await fetchWith(url, { dispatcher: agent })).json()
    return (document as Record<string, readonly string[]>)['id_token_signing_alg_values_supported']
  }

  expect(await scopesSupported()).not.toContain('EdDSA')
  issuer.keys.add(await createSigningKey('ed25519', 'ed'))
  expect(await scopesSupported()).toContain('EdDSA')
})
