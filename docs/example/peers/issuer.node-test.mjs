// The same for `node --test`, since Node has no `await using` before version 24: npm install --save-dev
//   ./orch-conformance-peers-0.1.0.tgz
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startOidcIssuer, trust } from 'orch-conformance-peers/oidc-issuer'

const issuer = await startOidcIssuer()
after(() => issuer.stop())

await test('discovery names the issuer', async () => {
  const response = await trust(issuer).fetch(`${issuer.url}/.well-known/openid-configuration`)

  assert.equal((await response.json()).issuer, issuer.url)
  assert.deepEqual(
    issuer.journal.map(({ what }) => what),
    ['GET /issuer/.well-known/openid-configuration'],
  )
})
