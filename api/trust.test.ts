import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { Agent, fetch as undiciFetch } from 'undici'
import { describe, expect, test } from 'vitest'
import { startOidcIssuer, status, redirect, trust } from './peers/oidc-issuer.ts'
import { startWebhookAuthorizers } from './peers/webhook-authorizer.ts'

const run = promisify(execFile)
const discoveryOf = (issuer: string) => `${issuer}/.well-known/openid-configuration`

describe('trust in a peer', () => {
  test('a client trusts a peer through the given fetch', async () => {
    await using issuer = await startOidcIssuer()
    const keySet = createRemoteJWKSet(new URL(`${issuer.url}/keys`), { [customFetch]: trust(issuer).fetch })
    const token = await issuer.mint({ sub: 'bob', aud: 'my-api' })

    const { payload } = await jwtVerify(token, keySet, { issuer: issuer.url, audience: 'my-api' })
    expect(payload.sub).toBe('bob')
  })

  test('a client trusts a peer through a dispatcher of its installed undici', async () => {
    await using issuer = await startOidcIssuer()
    const dispatcher = trust(issuer).dispatcher(Agent)
    const response = await undiciFetch(discoveryOf(issuer.url), { dispatcher })
    await dispatcher.close()

    expect(await response.json()).toMatchObject({ issuer: issuer.url })
  })

  test('a client trusts a peer through an environment variable, and fails without the variable', async () => {
    await using issuer = await startOidcIssuer()
    const script = `fetch(process.argv[1]).then((r) => console.log(r.status), (e) => console.log(e.cause.code))`
    const send = async (env: Readonly<Record<string, string>>) =>
      (await run(process.execPath, ['-e', script, discoveryOf(issuer.url)], { env })).stdout.trim()

    expect(await send({})).toBe('SELF_SIGNED_CERT_IN_CHAIN')
    expect(await send(trust(issuer).env)).toBe('200')
  })

  test('a client trusts all peers of an authority through one file, which is removed when the process ends', async () => {
    const script = `
      import { startOidcIssuer, trust } from 'orch-conformance/peers/oidc-issuer'
      await using one = await startOidcIssuer()
      await using other = await startOidcIssuer()
      console.log(trust(one).line === trust(other).line && trust(one).file)
    `
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', withoutAwaitUsing(script)])

    expect(stdout).toMatch(/orch-trust-.*\.crt\n$/)
    expect(existsSync(stdout.trim())).toBe(false)
  })

  test('a client trusts a peer, or a webhook of a host, through its PEM', async () => {
    await using authorizers = await startWebhookAuthorizers()
    const webhook = authorizers.webhook('cluster')
    const { pem, file } = trust(webhook)

    expect(pem).toBe(authorizers.certificateAuthority)
    expect(readFileSync(file, 'utf8')).toBe(pem)
  })
})

describe('the trusting fetch', () => {
  test('the trusting fetch follows, returns or rejects a redirect, as the caller requests', async () => {
    await using issuer = await startOidcIssuer()
    const { fetch } = trust(issuer)
    const otherIssuer = issuer.discoveryAt('/elsewhere')
    issuer.answer({ keys: redirect(otherIssuer) })
    const keysUrl = `${issuer.url}/keys`

    expect(await (await fetch(keysUrl)).json()).toMatchObject({ issuer: issuer.url })
    expect((await fetch(keysUrl, { redirect: 'manual' })).headers.get('location')).toBe(otherIssuer)
    await expect(fetch(keysUrl, { redirect: 'error' })).rejects.toThrow(
      `answered a redirect to ${otherIssuer}`,
    )
    issuer.answer({ keys: redirect(keysUrl) })
    await expect(fetch(keysUrl)).rejects.toThrow('more than 20 redirects')
  })

  test('the trusting fetch sends a body, returns the response, and can be aborted', async () => {
    await using issuer = await startOidcIssuer()
    const { fetch } = trust(issuer)
    issuer.answer({ keys: status(418, 'short and stout', { 'x-tea': 'pot' }) })
    const response = await fetch(`${issuer.url}/keys`, { method: 'POST', body: 'tea?' })

    expect([response.status, response.headers.get('x-tea'), await response.text()]).toEqual([
      418,
      'pot',
      'short and stout',
    ])
    expect(issuer.journal.at(-1)).toMatchObject({ method: 'POST', body: 'tea?' })
    await expect(fetch(issuer.url, { signal: AbortSignal.abort() })).rejects.toThrow('abort')
  })
})

/** Rewrites the script without `await using`, because not every supported version of Node parses it. */
function withoutAwaitUsing(script: string): string {
  return script.replace(/await using (\w+) = (.*)/g, 'const $1 = $2; setTimeout(() => $1.stop(), 0)')
}
