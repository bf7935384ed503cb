import { X509Certificate } from 'node:crypto'
import { connect as connectHttp2 } from 'node:http2'
import { request, type RequestOptions } from 'node:https'
import { connect } from 'node:tls'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OidcAnswers, type OidcHost, startOidcHost } from '../oidc-issuer/index.ts'
import { after, garbage, hangUp, malformed, silence, truncated, when, withHeaders } from './index.ts'
import { untilAsked } from '../peer/index.ts'

let host: OidcHost
let ca: string
let url: string

beforeEach(async () => {
  host = await startOidcHost({ clientCertificates: 'asked' })
  ca = host.certificateAuthority
  url = `${host.issuer('a').url}/keys`
})
afterEach(() => host.stop())

interface HttpResult {
  readonly status: number
  readonly body: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly error?: string
}

/** Sends one request on a separate connection. A connection error is part of the result. */
function get(target: string, options: RequestOptions = {}, body?: string): Promise<HttpResult> {
  return new Promise((resolve) => {
    const received = { status: 0, body: '', headers: {} }
    const resolveWithError = (error: NodeJS.ErrnoException): void =>
      resolve({ ...received, error: error.code ?? error.message })
    request(target, { ca, agent: false, ...options }, (res) => {
      Object.assign(received, { status: res.statusCode, headers: res.headers })
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => {
        received.body += chunk
      })
      res.on('error', resolveWithError)
      res.on('end', () => resolve(received))
    })
      .on('error', resolveWithError)
      .end(body)
  })
}

test('hangUp resets the connection', async () => {
  host.answer({ keys: hangUp })

  expect(await get(url)).toMatchObject({ status: 0, error: 'ECONNRESET' })
})

test('the fault truncated ends a response before the end of its body', async () => {
  const completeBody = (await get(url)).body
  host.answer({ keys: truncated() })
  const truncatedResponse = await get(url)

  expect(truncatedResponse).toMatchObject({ status: 200, error: 'ECONNRESET' })
  expect(completeBody.startsWith(truncatedResponse.body)).toBe(true)
  expect(truncatedResponse.body.length).toBe(completeBody.length >> 1)
})

test('garbage sends a response that is not HTTP, and malformed sends a body that is not JSON', async () => {
  host.answer({ keys: garbage, discovery: malformed })
  const [keysResponse, discoveryResponse] = [
    await get(url),
    await get(url.replace('keys', '.well-known/openid-configuration')),
  ]

  expect(keysResponse.error).toMatch(/^HPE_/)
  expect(discoveryResponse).toMatchObject({ status: 200, body: '{"kind": ' })
})

test('silence keeps a request open until the peer stops', async () => {
  host.answer({ keys: silence })
  const response = get(url)
  await untilAsked(host, (entry) => entry.endpoint === 'keys', { withinMs: 5_000 })
  await host.stop()

  expect(await response).toMatchObject({ error: 'ECONNRESET' })
})

test('a stalled response is sent after its release, and after() waits at least its duration', async () => {
  let releaseResponse = (): void => {}
  const releaseSignal = new Promise<void>((resolve) => {
    releaseResponse = resolve
  })
  host.answer({ keys: when(releaseSignal, after(30, withHeaders({ 'cache-control': 'max-age=60' }))) })
  const response = get(url)
  await untilAsked(host, (entry) => entry.endpoint === 'keys', { withinMs: 5_000 })
  const releasedAtMs = performance.now()
  releaseResponse()

  expect((await response).headers['cache-control']).toBe('max-age=60')
  expect(performance.now() - releasedAtMs).toBeGreaterThanOrEqual(29)
})

test('a wait for a request that never arrives fails at the limit and lists the received requests', async () => {
  await get(`${url}/else`)

  await expect(untilAsked(host, (entry) => entry.endpoint === 'claims', { withinMs: 20 })).rejects.toThrow(
    'GET /a/keys/else',
  )
})

test('a handler that throws causes a response with 500', async () => {
  host.answer({
    keys: () => {
      throw new Error('my mistake')
    },
  })

  expect(await get(url)).toMatchObject({ status: 500, body: 'mock peer: my mistake' })
  expect(host.journal).toMatchObject([{ error: 'my mistake' }])
})

test('msw handlers run before the responses of the peer, and may call faults', async () => {
  host.use(
    http.get('*/a/keys', () => HttpResponse.json({ mine: true }), { once: true }),
    http.get('*/a/keys', hangUp, { once: true }),
    http.post('*/own', async ({ request: sent }) => HttpResponse.text((await sent.text()).toUpperCase())),
  )
  const responses = [await get(url), await get(url), await get(url)]
  const userResponse = await get(`${host.url}/own`, { method: 'POST' }, 'hello')

  expect(responses[0]?.body).toBe('{"mine":true}')
  expect(responses[1]?.error).toBe('ECONNRESET')
  expect(JSON.parse(responses[2]?.body ?? '')).toHaveProperty('keys')
  expect(userResponse.body).toBe('HELLO')
})

test('a body above the limit is rejected', async () => {
  host.answer({ keys: () => 'never read' as never })
  const response = await get(url, { method: 'POST' }, 'x'.repeat(4 * 1024 * 1024))

  expect(response.status === 413 || response.error === 'EPIPE' || response.error === 'ECONNRESET').toBe(true)
  expect(host.journal[0]?.body).toBeUndefined()
})

test('HTTP/2 clients get the same responses as HTTP/1.1 clients', async () => {
  const session = connectHttp2(host.url, { ca })
  const stream = session.request({ ':path': '/a/keys' })
  const body = await new Promise<string>((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('end', () => resolve(text)).on('error', reject)
  })
  session.close()

  expect(body).toBe((await get(url)).body)
  expect(host.journal[0]).toMatchObject({ httpVersion: '2.0', path: '/a/keys' })
})

const http2Faults: Record<string, OidcAnswers['keys']> = { hangUp, garbage, truncated: truncated() }

test.for(Object.entries(http2Faults))(
  'the fault %s ends the stream of an HTTP/2 client, and a later request succeeds',
  async ([, keys]) => {
    host.answer({ keys })
    const streamResult = await new Promise<string>((resolve) => {
      const session = connectHttp2(host.url, { ca }).on('error', () => {})
      const stream = session.request({ ':path': '/a/keys' }).resume()
      stream.on('error', () => {})
      session.on('close', () => resolve('session closed'))
      stream.on('close', () => {
        resolve(`stream closed with ${stream.rstCode}`)
        session.close()
      })
    })
    host.reset()

    expect(streamResult).toMatch(/session closed|stream closed with [^0]/)
    expect((await get(url)).status).toBe(200)
  },
)

test('the journal contains the subject of a client certificate', async () => {
  const authority = (await startOidcHost()).certificateAuthority
  const { issueClient } = await import('../tls/index.ts')
  const leaf = await issueClient({ commonName: 'alice', organizations: ['dev', 'ops'] })
  await get(url, { cert: leaf.certificate, key: leaf.key })
  await get(url)

  expect(authority).toBe(ca)
  const { fingerprint256 } = new X509Certificate(leaf.certificate)
  expect(host.journal.map(({ client }) => client)).toEqual([
    { commonName: 'alice', organizations: ['dev', 'ops'], trusted: true, fingerprint256 },
    undefined,
  ])
})

test.for([
  ['expired', 'CERT_HAS_EXPIRED'],
  ['not-yet-valid', 'CERT_NOT_YET_VALID'],
  ['wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['other-authority', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['client-only', 'INVALID_PURPOSE'],
] as const)(
  'a client rejects a certificate with the defect %s, and sends no request',
  async ([presented, code]) => {
    await host.present(presented)
    const response = await get(url)
    const tls12Response = await get(url, { maxVersion: 'TLSv1.2' })
    await untilAsked(host, (entry) => entry.kind !== 'request', { withinMs: 5_000, times: 2 })

    expect([response.error, tls12Response.error]).toEqual([code, code])
    // With TLS 1.2, this client verifies the certificate only after the handshake.
    expect(host.journal.map(({ kind }) => kind)).toEqual(['tls-error', 'unused'])
  },
)

test('the journal contains failed handshakes and bytes that are not HTTP', async () => {
  const { port } = new URL(host.url)
  connect({ host: '127.0.0.1', port: Number(port), ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1' }).on(
    'error',
    () => {},
  )
  await untilAsked(host, (entry) => entry.kind === 'tls-error', { withinMs: 5_000 })
  const socket = connect({ host: '127.0.0.1', port: Number(port), ca, servername: 'localhost' })
  socket.on('error', () => {})
  socket.write('HELLO\r\n\r\n')
  await untilAsked(host, (entry) => entry.kind === 'malformed', { withinMs: 5_000 })

  expect(host.journal.map(({ kind }) => kind)).toEqual(['tls-error', 'malformed'])
})
