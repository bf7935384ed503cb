import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import type { Answer } from './response.ts'
import type { HttpJournalEntry } from './request.ts'
import { Incoming } from './incoming.ts'
import { listen, type Listener, type ListenerOptions } from './listener.ts'
import { garbage, hangUp, honestly, truncated } from './faults.ts'

const startedListeners: Listener[] = []
afterEach(() => Promise.all(startedListeners.splice(0).map((listener) => listener.stop())))

const connectionFaults: Readonly<Record<string, Answer<string>>> = { hangUp, garbage, truncated: truncated() }

/**
 * Starts a peer that responds to each path with the connection fault of that name, such as `/hangUp`. `requests` are
 * the entries that it recorded.
 */
async function startPlainPeer(
  options: ListenerOptions = {},
): Promise<{ listener: Listener; requests: HttpJournalEntry[] }> {
  const received: HttpJournalEntry[] = []
  const listener = await listen(
    { tls: false, ...options },
    {
      request: (req, res, connection) => {
        const incoming = new Incoming(req, res, connection, listener.origin)
        received.push(incoming.entry)
        const answer = connectionFaults[incoming.path.slice(1)] ?? honestly
        void incoming.answer(() => 'the whole answer', answer)
      },
      noRequest: (entry) => received.push(entry),
    },
  )
  startedListeners.push(listener)
  return { listener, requests: received }
}

async function fetchUrl(url: string): Promise<{ status?: number; body?: string; error?: string }> {
  try {
    const [res] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
    return { status: res.statusCode ?? 0, body: Buffer.concat(await res.toArray()).toString() }
  } catch (thrown) {
    return { error: (thrown as NodeJS.ErrnoException).code ?? String(thrown) }
  }
}

test('a listener without TLS serves plain HTTP at an http origin', async () => {
  const { listener, requests } = await startPlainPeer()

  expect(listener.origin).toBe(`http://127.0.0.1:${listener.port}`)
  expect(await fetchUrl(`${listener.origin}/honestly?a=1`)).toEqual({ status: 200, body: 'the whole answer' })
  expect(requests).toMatchObject([{ kind: 'request', path: '/honestly', query: 'a=1', httpVersion: '1.1' }])
})

test('connection faults work over plain HTTP', async () => {
  const { origin } = (await startPlainPeer()).listener

  expect(await fetchUrl(`${origin}/hangUp`)).toEqual({ error: 'ECONNRESET' })
  expect(await fetchUrl(`${origin}/truncated`)).toEqual({ error: 'ECONNRESET' })
  expect((await fetchUrl(`${origin}/garbage`)).error).toMatch(/^HPE_/)
})

test('a listener without TLS records a client that sends nothing, or bytes that are not HTTP', async () => {
  const { listener, requests } = await startPlainPeer()
  const silentSocket = connect(listener.port, '127.0.0.1')
  await once(silentSocket, 'connect')
  silentSocket.destroy()
  connect(listener.port, '127.0.0.1').end('no HTTP\r\n\r\n').resume()
  await until(async () => requests.length >= 2, { withinMs: 5_000, what: 'both connections were noted' })

  expect(requests.map(({ kind }) => kind).sort()).toEqual(['malformed', 'unused'])
})

test('a change of certificate is rejected without TLS', async () => {
  const { listener } = await startPlainPeer()

  await expect(listener.present('expired')).rejects.toThrow(`${listener.origin} presents no certificate`)
})

test.for([true, false])('a listener on a port in use fails with EADDRINUSE (TLS: %s)', async (tls) => {
  const { listener } = await startPlainPeer()

  await expect(startPlainPeer({ tls, port: listener.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a stop cuts the connections, and a second stop has no effect', async () => {
  const { listener } = await startPlainPeer()
  const openSocket = connect(listener.port, '127.0.0.1')
  openSocket.on('error', () => {})
  await once(openSocket, 'connect')
  await Promise.all([once(openSocket, 'close'), listener.stop()])
  await listener.stop()

  expect(await fetchUrl(listener.origin)).toEqual({ error: 'ECONNREFUSED' })
})
