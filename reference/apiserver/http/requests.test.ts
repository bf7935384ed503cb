import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { type ClientHttp2Session, connect, type Settings } from 'node:http2'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { until } from '../../testing/until.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'

async function serving(etcd: EtcdDouble, more: readonly string[]): Promise<RunningServer> {
  const server = new RunningServer()
  await server.start(etcd.url, more)
  await server.ready()
  return server
}

function http2(server: RunningServer): ClientHttp2Session {
  const session = connect(server.url, { rejectUnauthorized: false, ...server.admin })
  session.on('error', () => {})
  return session
}

const body = (name: string) => ({ metadata: { name } })

describe('limits', () => {
  test('ends requests after the timeout, and watches at a random time above their minimum', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await serving(etcd, ['--request-timeout=300ms', '--min-request-timeout=1'])
    const held = etcd.hold('/registry/configmaps/default/slow')
    const since = performance.now()
    const watch = server.send('GET', `${configMaps}?watch=true`, { as: server.admin })
    const slow = await server.send('GET', `${configMaps}/slow`, { as: server.admin })
    held.release()

    expect(slow).toMatchObject({ status: 504, headers: { connection: 'close' } })
    expect((await watch).status).toBe(200)
    expect(performance.now() - since).toBeGreaterThan(990)
  })

  test('rejects requests above each cap without priority and fairness', async () => {
    await using etcd = await EtcdDouble.start()
    const flags = ['--enable-priority-and-fairness=false', '--max-requests-inflight=1']
    await using server = await serving(etcd, [...flags, '--max-mutating-requests-inflight=0'])
    const held = etcd.hold('/registry/configmaps/default/slow')
    const slow = server.send('GET', `${configMaps}/slow`, { as: server.admin })
    await until(() => held.asked() === 1)
    const read = await server.send('GET', configMaps, { as: server.admin })
    const written = await server.send('POST', configMaps, { as: server.admin, body: body('a') })
    held.release()

    expect(read).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect(written.status).toBe(201)
    expect((await slow).status).toBe(404)
  })

  test('queues requests above the sum of both caps with priority and fairness', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await serving(etcd, [
      '--max-requests-inflight=1',
      '--max-mutating-requests-inflight=1',
    ])
    const held = etcd.hold('/registry/configmaps/default/')
    const get = (name: string) => server.send('GET', `${configMaps}/${name}`, { as: server.admin })
    const all = ['a', 'b', 'c', 'd'].map(get)
    await until(() => held.asked() === 2)
    const queued = server.send('GET', '/version', { as: server.admin }).then(({ status }) => status)

    expect(await Promise.race([queued, new Promise((resolve) => setTimeout(resolve, 300))])).toBeUndefined()
    expect(held.asked()).toBe(2)
    held.release()
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await queued).toBe(200)
  })
})

describe('connections', () => {
  test('sends GOAWAY by chance, and announces the maximum number of streams', async () => {
    await using etcd = await EtcdDouble.start()
    const flags = ['--goaway-chance=0.02', '--http2-max-streams-per-connection=7']
    await using server = await serving(etcd, flags)
    let informed = 0
    let answered = 0
    let streams: number | undefined
    while (informed === 0) {
      const session = http2(server)
      session.on('goaway', () => (informed += 1))
      session.on('remoteSettings', (settings: Settings) => (streams = settings.maxConcurrentStreams))
      // Sequential: a session that received a GOAWAY must not be used again.
      for (let left = 50; left > 0 && informed === 0; left--) {
        const stream = session.request({ ':path': '/version' })
        const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
        stream.resume()
        await once(stream, 'close')
        if (headers[':status'] === 200) answered += 1
      }
      session.destroy()
    }

    expect(streams).toBe(7)
    expect(answered).toBeGreaterThan(0)
    expect(informed).toBe(1)
  }, 60_000)

  test('rejects a chance out of its range', async () => {
    await using server = new RunningServer()
    await server.start('http://127.0.0.1:1', ['--goaway-chance=0.0201'])
    expect(await server.exited()).toBe(1)
    expect(server.stderr).toMatch(/--goaway-chance/)
  })
})

describe('endpoints other than objects', () => {
  test('serves profiles to authorized users, and to every client of the socket, until shutdown', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const socketPath = join(server.directory, 'debug.sock')
    const audit = join(server.directory, 'audit.log')
    await server.start(etcd.url, [
      `--debug-socket-path=${socketPath}`,
      `--audit-log-path=${audit}`,
      '--audit-log-mode=batch',
      '--audit-log-batch-max-size=1000',
      '--audit-log-batch-max-wait=1h',
      `--audit-policy-file=${server.file('policy.yaml', policy)}`,
      '--authorization-mode=RBAC',
    ])
    await server.ready()
    const allowed = await server.send('GET', '/debug/pprof/', { as: server.admin })
    const anonymous = await server.send('GET', '/debug/pprof/')
    const request = plainRequest({ socketPath, path: '/debug/pprof/heap' }).end()
    const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
    answer.resume()
    await server.send('POST', configMaps, { as: server.admin, body: body('a') })

    expect(allowed.status).toBe(200)
    expect(anonymous.status).toBe(403)
    expect(answer.statusCode).toBe(200)
    expect(readFileSync(audit, 'utf8')).toBe('')
    expect(await server.end('SIGTERM')).toBe(0)
    expect(existsSync(socketPath)).toBe(false)
    const events = readFileSync(audit, 'utf8').trim().split('\n')
    expect(events.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { kind: 'Event', stage: 'RequestReceived', verb: 'create', user: { username: 'admin' } },
      { stage: 'ResponseComplete', responseStatus: { code: 201 }, requestObject: body('a') },
    ])
  })
})

const policy = `
apiVersion: audit.orch.io/v1
kind: Policy
rules:
  - level: Request
    resources: [{ group: "", resources: [configmaps] }]
  - level: None
`
