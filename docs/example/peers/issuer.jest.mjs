// The same for Jest: npm install --save-dev jest @babel/plugin-transform-explicit-resource-management jose
//   ./orch-conformance-peers-0.1.0.tgz
// Run it with node --experimental-vm-modules node_modules/jest/bin/jest.js and jest.config.mjs.
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { startOidcIssuer, status, times, trust } from 'orch-conformance-peers/oidc-issuer'

/** Code under test: returns the caller of a token of one of the issuers. */
async function whoCalls(token, issuers) {
  for (const issuer of issuers) {
    const keys = createRemoteJWKSet(new URL(`${issuer.url}/keys`), { [customFetch]: trust(issuer).fetch })
    const verified = await jwtVerify(token, keys, { issuer: issuer.url }).catch(() => undefined)
    if (verified !== undefined) return verified.payload.sub
  }
  return undefined
}

test('a caller is identified by the issuer of the token, among several issuers', async () => {
  await using first = await startOidcIssuer()
  await using second = await startOidcIssuer()

  expect(await whoCalls(await second.mint({ sub: 'bob' }), [first, second])).toBe('bob')
  expect(second.journal.map(({ what }) => what)).toEqual(['GET /issuer/keys'])
})

test('no caller is admitted while the issuer is unavailable', async () => {
  await using issuer = await startOidcIssuer()
  const token = await issuer.mint({ sub: 'bob' })
  issuer.answer({ keys: times(1, status(503)) })

  expect(await whoCalls(token, [issuer])).toBeUndefined()
  expect(await whoCalls(token, [issuer])).toBe('bob')
})
