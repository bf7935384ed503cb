import { Agent, request } from 'node:https'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hangUp, status } from '../http/index.ts'
import {
  asymmetricAlgorithms,
  defaultAudience,
  type OidcHost,
  type OidcIssuer,
  startOidcHost,
} from './index.ts'

let host: OidcHost
let agent: Agent

beforeAll(async () => {
  host = await startOidcHost()
  agent = new Agent({ ca: host.certificateAuthority, keepAlive: true })
})
afterAll(async () => {
  agent.destroy()
  await host.stop()
})
afterEach(() => host.reset())

function get(url: string, headers = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.once('error', reject)
      res.once('end', () => {
        const responseHeaders = new Headers(res.headers as Record<string, string>)
        resolve(
          new Response(Buffer.concat(chunks), { status: res.statusCode ?? 0, headers: responseHeaders }),
        )
      })
    })
      .on('error', reject)
      .end()
  })
}

/** Verifies a token like a relying party: discovery, key set, signature, issuer, audience. */
async function verify(issuer: OidcIssuer, token: string) {
  const discovery = (await (await get(`${issuer.url}/.well-known/openid-configuration`)).json()) as Record<
    string,
    string
  >
  const keySet = createRemoteJWKSet(new URL(discovery.jwks_uri ?? ''), {
    [customFetch]: (url: string) => get(url),
  })
  return jwtVerify(token, keySet, { issuer: discovery.issuer ?? '', audience: defaultAudience })
}

test('a token of one of many issuers verifies through discovery and key set', async () => {
  const issuers = ['a', 'b', 'realms/c', ''].map((name) => host.issuer(name))
  const subjects = await Promise.all(
    issuers.map(async (issuer) => (await verify(issuer, await issuer.mint({ sub: 'bob' }))).payload.sub),
  )

  expect(subjects).toEqual(['bob', 'bob', 'bob', 'bob'])
})

test.for(asymmetricAlgorithms)('a token signed with %s verifies', async (algorithm) => {
  const issuer = host.issuer('a')
  const { protectedHeader } = await verify(issuer, await issuer.mint({}, { algorithm }))

  expect(protectedHeader.alg).toBe(algorithm)
})

test('an unknown algorithm is a usage error that lists the known algorithms', async () => {
  const algorithm = 'HS257' as never

  await expect(host.issuer('a').mint({}, { algorithm })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/HS257\. It has RS256, .*EdDSA, HS256/),
  })
})

test.for([99_999, 100, 0, 200.5, Number.NaN])('status(%d) is a usage error', (code) => {
  expect(() => status(code)).toThrow(expect.objectContaining({ code: 'usage' }))
})

test('an undefined claim is omitted, and each token is unique', async () => {
  const issuer = host.issuer('a')
  const [firstToken, secondToken] = await Promise.all([
    issuer.mint({ sub: undefined }),
    issuer.mint({ sub: undefined }),
  ])

  expect(firstToken).not.toBe(secondToken)
  expect(JSON.parse(Buffer.from(firstToken.split('.')[1] ?? '', 'base64url').toString())).not.toHaveProperty(
    'sub',
  )
})

test.for([
  ['signature', 'signature verification failed'],
  ['payload', 'signature verification failed'],
  ['header', 'signature verification failed'],
  ['no-signature', 'signature verification failed'],
  ['two-parts', 'Invalid Compact JWS'],
] as const)('a token with a corrupted %s does not verify', async ([tamper, cause]) => {
  const issuer = host.issuer('a')

  await expect(verify(issuer, await issuer.mint({}, { tamper }))).rejects.toThrow(cause)
})

test.for([
  ['none', 'Unsupported "alg" value'],
  ['HS256', 'Unsupported "alg" value'],
  ['EdDSA', 'no applicable key found'],
] as const)('a token signed with %s does not verify', async ([algorithm, cause]) => {
  const issuer = host.issuer('a')

  await expect(verify(issuer, await issuer.mint({}, { algorithm }))).rejects.toThrow(cause)
})

test('a token of an unpublished key under a published kid does not verify', async () => {
  const issuer = host.issuer('a')
  const publishedKey = await issuer.keys.signer('p256')
  const key = await issuer.keys.unpublished('p256', publishedKey.kid)

  await expect(verify(issuer, await issuer.mint({}, { key }))).rejects.toThrow(
    'signature verification failed',
  )
})

test('rotation invalidates tokens of old keys, unless the keys stay published', async () => {
  const issuer = host.issuer('rotating')
  const firstToken = await issuer.mint({}, { algorithm: 'ES256' })
  await issuer.rotate({ keepOld: true })
  const secondToken = await issuer.mint({}, { algorithm: 'ES256' })
  const verifications = await Promise.all([verify(issuer, firstToken), verify(issuer, secondToken)])
  await issuer.rotate()

  expect(verifications).toHaveLength(2)
  await expect(verify(issuer, secondToken)).rejects.toThrow('no applicable key found')
})

test('a fault affects one issuer and one response, until reset', async () => {
  const [faultyIssuer, honestIssuer] = [host.issuer('liar'), host.issuer('other')]
  faultyIssuer.answer({
    discovery: (honest) => ({ ...honest, issuer: `${honest.issuer}/` }),
    keys: status(503),
  })
  const answer = await (await get(`${faultyIssuer.url}/.well-known/openid-configuration`)).json()
  const honestDocument = await (await get(`${honestIssuer.url}/.well-known/openid-configuration`)).json()
  const keysResponse = await get(`${faultyIssuer.url}/keys`)
  faultyIssuer.reset()
  const laterDocument = await (await get(`${faultyIssuer.url}/.well-known/openid-configuration`)).json()

  expect([answer, honestDocument, laterDocument]).toMatchObject([
    { issuer: `${faultyIssuer.url}/`, jwks_uri: `${faultyIssuer.url}/keys` },
    { issuer: honestIssuer.url },
    { issuer: faultyIssuer.url },
  ])
  expect(keysResponse.status).toBe(503)
})

test('the journal of an issuer contains every request to the issuer, including rejected requests', async () => {
  host.issuer('a').answer({ discovery: hangUp })
  await get(`${host.url}/a/.well-known/openid-configuration?x=1`).catch(() => {})
  await get(`${host.url}/a/b/nothing`, { authorization: 'Bearer t' })
  await get(`${host.url}/else`)

  expect(host.issuer('a').journal).toMatchObject([
    { what: 'GET /a/.well-known/openid-configuration?x=1', issuer: 'a', endpoint: 'discovery' },
    { path: '/a/b/nothing', bearerToken: 't', issuer: 'a' },
  ])
  expect(host.journal).toHaveLength(3)
})

test('discovery is served at additional paths and listeners', async () => {
  const issuer = host.issuer('moved')
  const secondListener = await host.listen({ host: 'localhost' })
  const url = issuer.discoveryAt('/x/doc.json', secondListener)
  const document = await (await get(url)).json()

  expect(document).toMatchObject({ issuer: issuer.url })
  expect(issuer.journal).toMatchObject([
    { origin: secondListener.origin, path: '/x/doc.json', endpoint: 'discovery' },
  ])
})

test('a custom spelling of the url does not change the paths', async () => {
  const issuer = host.issuer('slash', { spell: (url) => `${url}/` })
  const document = await (await get(`${host.url}/slash/.well-known/openid-configuration`)).json()

  expect(document).toMatchObject({ issuer: `${host.url}/slash/`, jwks_uri: `${host.url}/slash/keys` })
  expect(issuer.url).toBe(`${host.url}/slash/`)
})

test('distributed claims are returned to the bearer of the access token', async () => {
  const issuer = host.issuer('a')
  const pointers = await issuer.distribute({ groups: ['dev'] }, { accessToken: 'open' })
  const { endpoint } = (pointers._claim_sources as Record<string, { endpoint: string }>).elsewhere ?? {}
  const refusal = await get(endpoint ?? '')
  const token = await (await get(endpoint ?? '', { authorization: 'Bearer open' })).text()
  const { payload } = await verify(issuer, token)

  expect(pointers._claim_names).toEqual({ groups: 'elsewhere' })
  expect(refusal.status).toBe(401)
  expect(payload).toMatchObject({ groups: ['dev'] })
})

test('a second stop has no effect', async () => {
  const otherHost = await startOidcHost()
  await otherHost.stop()
  await otherHost.stop()

  await expect(get(`${otherHost.url}/`)).rejects.toThrow('ECONNREFUSED')
})
