import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import { untilAsked } from '../peer/index.ts'
import {
  type ApiServer,
  afterDoing,
  changed,
  fail,
  hangUp,
  hold,
  resource,
  silence,
  startApiServer,
  times,
  truncated,
  withoutStoring,
} from './index.ts'
import { type SendRequest, clientOf } from './testing/requests.ts'

const mapsPath = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ metadata: { name } })
const waitLimit = (what: string) => ({ withinMs: 5_000, what })

let server: ApiServer
let send: SendRequest
beforeEach(async () => {
  server = await startApiServer()
  send = clientOf(server)
})
afterEach(() => server.stop())

describe('rules', () => {
  test('a rule holds matching requests, counts them, and releases the requested number', async () => {
    const requestHold = hold()
    const rule = server.on({ verb: 'create', resource: 'configmaps' }, requestHold.answer)
    const pendingResponses = ['a', 'b', 'c'].map((name) => send(`POST ${mapsPath}`, map(name)))
    await until(() => requestHold.waiting.length === 3, waitLimit('all were held'))
    expect((await send(`GET ${mapsPath}/a`)).status).toBe(404)
    requestHold.release(2)
    await until(() => requestHold.waiting.length === 1, waitLimit('two had gone'))
    requestHold.release()

    expect((await Promise.all(pendingResponses)).map(({ status }) => status)).toEqual([201, 201, 201])
    expect([requestHold.mostAtOnce, requestHold.taken, rule.asked.length]).toEqual([3, 3, 3])
    expect((await send(`POST ${mapsPath}`, map('d'))).status).toBe(201)
  })

  test('a hold no longer counts a request after its client has left', async () => {
    const requestHold = hold()
    server.on({ path: mapsPath }, requestHold.answer)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET ${mapsPath} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await until(() => requestHold.waiting.length === 1, waitLimit('it was held'))
    socket.destroy()
    await until(() => requestHold.waiting.length === 0, waitLimit('its client had left'))

    expect(server.journal.at(-1)?.end?.by).toBe('client')
  })

  test('a rule responds to the first requests with errors, and to later requests correctly', async () => {
    server.on({ resource: 'configmaps' }, times(2, fail(503)))

    const codes = [
      await send(`GET ${mapsPath}`),
      await send(`GET ${mapsPath}`),
      await send(`GET ${mapsPath}`),
    ]
    expect(codes.map(({ status }) => status)).toEqual([503, 503, 200])
    expect(codes[0]?.body).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable' })
  })

  test('a rule can respond without storing an object, and store an object without a success response', async () => {
    const rule = server.on({ verb: 'create' }, withoutStoring)
    expect((await send(`POST ${mapsPath}`, map('a'))).status).toBe(201)
    expect(server.hand.get({ resource: 'configmaps', name: 'a' })).toBeUndefined()
    rule.end()
    server.on({ verb: 'create' }, afterDoing(fail(500)))
    expect((await send(`POST ${mapsPath}`, map('b'))).status).toBe(500)

    expect(server.hand.get({ resource: 'configmaps', name: 'b' })?.metadata.name).toBe('b')
  })

  test.each([
    ['hangs up', hangUp],
    ['cuts the response off', truncated],
  ])('a rule with a connection fault %s', async (_, answer) => {
    server.on({ resource: 'configmaps' }, answer)

    await expect(send(`GET ${mapsPath}`)).rejects.toThrow(/ECONNRESET|aborted|socket hang up/)
  })

  test('a rule with silence never responds to a request', async () => {
    server.on({ resource: 'configmaps' }, silence)
    const answer = send(`GET ${mapsPath}`).catch((error: unknown) => error)
    await untilAsked(server, ({ verb }) => verb === 'list', { withinMs: 5_000 })
    server.cut()

    expect(await answer).toBeInstanceOf(Error)
  })

  test('a rule for one user agent does not change responses to other user agents', async () => {
    server.on(
      { userAgent: /^odd/ },
      changed(() => ({})),
    )

    expect((await send(`GET ${mapsPath}`)).body).toMatchObject({ kind: 'ConfigMapList' })
  })

  test('a rule for a resource does not match requests for its subresources', async () => {
    server.on({ resource: 'pods' }, fail(418))
    server.hand.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: {} })
    const podPath = '/api/v1/namespaces/default/pods/p'

    expect([(await send(`GET ${podPath}`)).status, (await send(`GET ${podPath}/status`)).status]).toEqual([
      418, 200,
    ])
  })

  test('a script changes reviews and drops events from watches', async () => {
    server.answer({ subjectAccessReview: () => ({ allowed: false }), event: () => undefined })
    const review = await send('POST /apis/authorization.k8s.io/v1/subjectaccessreviews', { spec: {} })
    expect(review.body).toMatchObject({ status: { allowed: false } })
    expect((await send('GET /api/v1/namespaces?watch=1&timeoutSeconds=1')).body).toEqual([])
    server.reset()

    expect((await send('GET /api/v1/namespaces?watch=1&timeoutSeconds=1')).body).toHaveLength(4)
  })
})

describe('resources', () => {
  test('an added resource is served until its removal', async () => {
    const widgetResource = { group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget' }
    const widgetsPath = '/apis/example.com/v1/namespaces/default/widgets'
    expect((await send(`GET ${widgetsPath}`)).status).toBe(404)
    server.addResource(resource(widgetResource))
    expect((await send(`POST ${widgetsPath}`, { ...map('w'), spec: { a: 1 } })).status).toBe(201)
    expect((await send('GET /apis/example.com/v1')).body).toMatchObject({
      resources: [{ kind: 'Widget' }, {}],
    })
    server.withoutResource('widgets.example.com')

    expect((await send(`GET ${widgetsPath}`)).status).toBe(404)
  })

  test('built-in resources are in groups of the given domain', async () => {
    await using otherServer = await startApiServer({ groupDomain: 'orch.io' })

    expect((await clientOf(otherServer)('GET /apis/storage.orch.io/v1/csinodes')).status).toBe(200)
  })
})

describe('unusual requests', () => {
  test('a body that is too large is rejected, and the connection stays open', async () => {
    const answer = await send(`POST ${mapsPath}`, {
      metadata: { name: 'a' },
      data: { a: 'x'.repeat(20_000_000) },
    })
    expect(answer).toMatchObject({ status: 413, body: { reason: 'RequestEntityTooLarge' } })

    expect(server.journal.at(-1)?.error).toBe('the body is too large')
  })

  test.each([
    ['{', 400],
    ['[]', 400],
    ['', 400],
  ])('a request with the body %j is rejected with status %i', async (body, status) => {
    expect((await send(`POST ${mapsPath}`, body)).status).toBe(status)
  })

  test('protobuf of an unknown kind is rejected, and its bytes stay in the journal', async () => {
    const type = 'application/vnd.kubernetes.protobuf'

    expect((await send(`POST ${mapsPath}`, 'k8s\0nonsense', type)).status).toBe(415)
    expect(server.journal.at(-1)).toMatchObject({ contentType: type, raw: Buffer.from('k8s\0nonsense') })
  })

  test('the journal records a client that disconnects before the end of its body', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`POST ${mapsPath} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`, () =>
      socket.destroy(),
    )
    const [request] = await untilAsked(server, ({ verb }) => verb === 'create', { withinMs: 5_000 })

    expect(request?.error).toBeDefined()
  })

  test('a request with an undecodable path or an unknown method is rejected', async () => {
    expect((await send('GET /api/v1/namespaces/%ff/pods')).status).toBe(404)
    expect((await send(`OPTIONS ${mapsPath}`)).status).toBe(405)
  })

  test('each of 500 watches receives an event', async () => {
    const watches = Array.from({ length: 500 }, () => send(`GET ${mapsPath}?watch=1&timeoutSeconds=20`))
    await until(() => server.watches.length === 500, { withinMs: 15_000, what: 'all watches were open' })
    server.hand.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } })
    server.endWatches()

    const events = await Promise.all(watches)
    expect(events.filter(({ body }) => (body as { type?: string }).type === 'ADDED')).toHaveLength(500)
  })
})
