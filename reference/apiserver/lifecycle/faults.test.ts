import { once } from 'node:events'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { waitUntil } from '../../testing/until.ts'
import { watchOverWebSocket } from '../testing/web-socket.ts'

const configMapsPath = '/api/v1/namespaces/default/configmaps'
const retryAfter = '--shutdown-send-retry-after=true'
const graceFlag = '--shutdown-watch-termination-grace-period=1m'
const delayFlag = '--shutdown-delay-duration=700ms'

/** Starts a server with one request that storage holds, signals termination and waits for the next state. */
async function observeShutdown(
  etcd: EtcdDouble,
  server: RunningServer,
  flags: readonly string[],
  expectedLine: string,
) {
  await server.start(etcd.url, flags)
  await server.ready()
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 })
  const requestOnKeptConnection = (method = 'GET', path = configMapsPath) =>
    new Promise<number>((resolve, reject) => {
      const options = { method, agent: keepAlive, rejectUnauthorized: false, ...server.admin }
      const clientRequest = request(`${server.url}${path}`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      clientRequest.on('error', reject)
      clientRequest.end(method === 'GET' ? undefined : JSON.stringify({ metadata: { name: 'x' } }))
    })
  await requestOnKeptConnection()
  const heldRead = etcd.hold('/registry/configmaps/default/slow')
  const slowRequest = server.send('GET', `${configMapsPath}/slow`, { as: server.admin }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  )
  await waitUntil(() => heldRead.heldCount() === 1)
  server.signal('SIGTERM')
  await waitUntil(() => server.stderr.includes(expectedLine))
  return {
    held: heldRead,
    slow: slowRequest,
    kept: requestOnKeptConnection,
    release: () => keepAlive.destroy(),
  }
}

async function statusOverHttp2(server: RunningServer, path: string): Promise<unknown> {
  const session = connect(server.url, { rejectUnauthorized: false, ...server.admin })
  session.on('error', () => {})
  const [headers] = (await once(session.request({ ':path': path }), 'response')) as [Record<string, unknown>]
  session.destroy()
  return headers[':status']
}

describe('faults during the delay', () => {
  test.each([
    ['kept-connections-closed-while-delaying', { kept: 503, fresh: 200, http2: 200 }],
    ['http2-refused-while-delaying', { kept: 200, fresh: 200, http2: 503 }],
    ['requests-refused-while-delaying', { kept: 503, fresh: 503, http2: 503 }],
  ])('the fault %s changes the responses during the delay', async (fault, expectedResult) => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const flags = ['--shutdown-delay-duration=1m', `--fault=${fault}`]
    const { kept, release } = await observeShutdown(etcd, server, flags, 'draining begins')
    const newRequest = await server.send('GET', configMapsPath, { as: server.admin })

    expect({
      kept: await kept(),
      fresh: newRequest.status,
      http2: await statusOverHttp2(server, configMapsPath),
    }).toEqual(expectedResult)
    release()
  })

  test('the fault in-flight-cut-at-termination closes the connections of running requests', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const flags = [delayFlag, '--fault=in-flight-cut-at-termination']
    const { held, slow, release } = await observeShutdown(etcd, server, flags, 'draining begins')

    expect(await slow).toBe('ECONNRESET')
    held.release()
    expect(await server.exited()).toBe(0)
    release()
  })
})

describe('faults during draining', () => {
  test.each([
    ['drain-kept-connections-served', { kept: 200, fresh: 429, http2: 429, write: 429 }],
    ['drain-http2-served', { kept: 429, fresh: 429, http2: 200, write: 429 }],
    ['drain-exempts-writes', { kept: 429, fresh: 429, http2: 429, write: 201 }],
    ['drain-status-503', { kept: 503, fresh: 503, http2: 503, write: 503 }],
  ])('the fault %s changes the responses while the server drains', async (fault, expectedResult) => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const { kept, release } = await observeShutdown(
      etcd,
      server,
      [retryAfter, `--fault=${fault}`],
      'draining',
    )
    const newRequest = await server.send('GET', configMapsPath, { as: server.admin })
    const body = { metadata: { name: 'x' } }
    const write = await server.send('POST', configMapsPath, { as: server.admin, body })

    expect({
      kept: await kept(),
      fresh: newRequest.status,
      http2: await statusOverHttp2(server, configMapsPath),
      write: write.status,
    }).toEqual(expectedResult)
    release()
  })

  test('the fault in-flight-ignored-at-end lets the server exit before a running request ends', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const flags = [retryAfter, '--fault=in-flight-ignored-at-end']
    const { slow, release } = await observeShutdown(etcd, server, flags, 'draining')

    expect(await server.exited()).toBe(0)
    expect(await slow).toBe('ECONNRESET')
    release()
  })

  test('the fault watches-websocket-cut-at-drain ends a WebSocket watch without a close code', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await server.start(etcd.url, [graceFlag, '--fault=watches-websocket-cut-at-drain'])
    await server.ready()
    const socket = await watchOverWebSocket(server, `${configMapsPath}?watch=true`)
    server.signal('SIGTERM')

    expect(await server.exited()).toBe(0)
    expect(socket.closeCode).toBeUndefined()
  })
})
