// The same for Playwright: npm install --save-dev @playwright/test jose ./orch-conformance-peers-0.1.0.tgz
// Run it with npx playwright test and playwright.config.mjs. It needs no browser.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { hangUp, type OidcIssuer, startOidcIssuer, trust } from 'orch-conformance-peers/oidc-issuer'

/** Code under test: a server that greets every caller with a token of the issuer. */
async function startServer(issuer: OidcIssuer) {
  const keys = createRemoteJWKSet(new URL(`${issuer.url}/keys`), { [customFetch]: trust(issuer).fetch })
  const greetUser = async (
    { headers: { authorization = '' } }: IncomingMessage,
    response: ServerResponse,
  ) => {
    const token = authorization.replace(/^Bearer /, '')
    const caller = await jwtVerify(token, keys, { issuer: issuer.url }).catch(() => undefined)
    response.writeHead(caller === undefined ? 401 : 200).end(`Hello ${caller?.payload.sub}`)
  }
  const server = createServer((request, response) => void greetUser(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeServer = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: closeServer }
}

test('a caller with a token is greeted, and no caller while the issuer is unavailable', async ({
  request,
}) => {
  await using issuer = await startOidcIssuer()
  await using server = await startServer(issuer)
  const headers = { authorization: `Bearer ${await issuer.mint({ sub: 'bob' })}`, connection: 'close' }

  issuer.answer({ keys: hangUp })
  expect((await request.get(server.url, { headers })).status()).toBe(401)
  issuer.reset()
  expect(await (await request.get(server.url, { headers })).text()).toBe('Hello bob')
})
