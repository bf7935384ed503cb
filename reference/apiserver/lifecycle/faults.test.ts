import { once } from 'node:events'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { until } from '../../testing/until.ts'
import { watchOverWebSocket } from '../testing/web-socket.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const retryAfter = '--shutdown-send-retry-after=true'
const grace = '--shutdown-watch-termination-grace-period=1m'
const delay = '--shutdown-delay-duration=700ms'

/** Starts a server with one request that storage holds, signals termination and waits for the next state. */
async function ending(etcd: EtcdDouble, server: RunningServer, flags: readonly string[], says: string) {
  await server.start(etcd.url, flags)
  await server.ready()
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 })
  const kept = (method = 'GET', path = configMaps) =>
    new Promise<number>((resolve, reject) => {
      const options = { method, agent: keepAlive, rejectUnauthorized: false, ...server.admin }
      const outgoing = request(`${server.url}${path}`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      outgoing.on('error', reject)
      outgoing.end(method === 'GET' ? undefined : JSON.stringify({ metadata: { name: 'x' } }))
    })
  await kept()
  const held = etcd.hold('/registry/configmaps/default/slow')
  const slow = server.send('GET', `${configMaps}/slow`, { as: server.admin }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  )
  await until(() => held.asked() === 1)
  server.signal('SIGTERM')
  await until(() => server.stderr.includes(says))
  return { held, slow, kept, release: () => keepAlive.destroy() }
}

async function overHttp2(server: RunningServer, path: string): Promise<unknown> {
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
  ])('%s', async (fault, expectedResult) => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const flags = ['--shutdown-delay-duration=1m', `--fault=${fault}`]
    const { kept, release } = await ending(etcd, server, flags, 'draining begins')
    const fresh = await server.send('GET', configMaps, { as: server.admin })

    expect({ kept: await kept(), fresh: fresh.status, http2: await overHttp2(server, configMaps) }).toEqual(
      expectedResult,
    )
    release()
  })

  test('in-flight-cut-at-termination', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const flags = [delay, '--fault=in-flight-cut-at-termination']
    const { held, slow, release } = await ending(etcd, server, flags, 'draining begins')

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
  ])('%s', async (fault, expectedResult) => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const { kept, release } = await ending(etcd, server, [retryAfter, `--fault=${fault}`], 'draining')
    const fresh = await server.send('GET', configMaps, { as: server.admin })
    const body = { metadata: { name: 'x' } }
    const write = await server.send('POST', configMaps, { as: server.admin, body })

    expect({
      kept: await kept(),
      fresh: fresh.status,
      http2: await overHttp2(server, configMaps),
      write: write.status,
    }).toEqual(expectedResult)
    release()
  })

  test('in-flight-ignored-at-end', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const flags = [retryAfter, '--fault=in-flight-ignored-at-end']
    const { slow, release } = await ending(etcd, server, flags, 'draining')

    expect(await server.exited()).toBe(0)
    expect(await slow).toBe('ECONNRESET')
    release()
  })

  test('watches-websocket-cut-at-drain', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    await server.start(etcd.url, [grace, '--fault=watches-websocket-cut-at-drain'])
    await server.ready()
    const socket = await watchOverWebSocket(server, `${configMaps}?watch=true`)
    server.signal('SIGTERM')

    expect(await server.exited()).toBe(0)
    expect(socket.closeCode).toBeUndefined()
  })
})
