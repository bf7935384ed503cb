// An API that accepts the tokens of an OpenID Connect issuer: npm install --save-dev vitest jose
//   ./orch-conformance-peers-0.1.0.tgz
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { after, startOidcIssuer, status, trust } from 'orch-conformance-peers/oidc-issuer'
import { expect, test } from 'vitest'

/** Code under test: returns the caller of a token of the issuer. */
function verifier(issuer: string, fetch: typeof globalThis.fetch) {
  const options = { [customFetch]: fetch, timeoutDuration: 500 }
  const keys = createRemoteJWKSet(new URL(`${issuer}/keys`), options)
  return async (token: string) => (await jwtVerify(token, keys, { issuer, audience: 'my-api' })).payload.sub
}

test('a caller is identified by a token, and the keys are fetched once', async () => {
  await using issuer = await startOidcIssuer()
  const verify = verifier(issuer.url, trust(issuer).fetch)

  expect(await verify(await issuer.mint({ sub: 'bob', aud: 'my-api' }))).toBe('bob')
  expect(await verify(await issuer.mint({ sub: 'eve', aud: 'my-api' }, { algorithm: 'ES384' }))).toBe('eve')
  expect(issuer.journal.map(({ endpoint }) => endpoint)).toEqual(['keys'])
})

test('a token with any defect is rejected', async () => {
  await using issuer = await startOidcIssuer()
  const verify = verifier(issuer.url, trust(issuer).fetch)
  const validClaims = { sub: 'bob', aud: 'my-api' }

  for (const token of [
    issuer.mint({ ...validClaims, aud: 'another-api' }),
    issuer.mint({ ...validClaims, iss: `${issuer.url}/` }),
    issuer.mint({ ...validClaims, exp: Math.floor(Date.now() / 1000) - 1 }),
    issuer.mint(validClaims, { tamper: 'signature' }),
    issuer.mint(validClaims, { algorithm: 'none' }),
  ])
    await expect(verify(await token)).rejects.toThrow(errors.JOSEError)
})

test('a valid token is rejected while the issuer fails or is slow, and is accepted afterwards', async () => {
  await using issuer = await startOidcIssuer()
  const token = await issuer.mint({ sub: 'bob', aud: 'my-api' })

  issuer.answer({ keys: status(503) })
  await expect(verifier(issuer.url, trust(issuer).fetch)(token)).rejects.toThrow('200')
  issuer.answer({ keys: after(2_000) })
  await expect(verifier(issuer.url, trust(issuer).fetch)(token)).rejects.toThrow('timed out')
  issuer.reset()
  expect(await verifier(issuer.url, trust(issuer).fetch)(token)).toBe('bob')
})
