import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { type ClientHttp2Session, connect, type Settings } from 'node:http2'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { waitUntil } from '../../testing/until.ts'

const configMapsPath = '/api/v1/namespaces/default/configmaps'

async function startServer(etcd: EtcdDouble, flags: readonly string[]): Promise<RunningServer> {
  const server = new RunningServer()
  await server.start(etcd.url, flags)
  await server.ready()
  return server
}

function connectHttp2(server: RunningServer): ClientHttp2Session {
  const session = connect(server.url, { rejectUnauthorized: false, ...server.admin })
  session.on('error', () => {})
  return session
}

const body = (name: string) => ({ metadata: { name } })

describe('limits', () => {
  test('a request ends after the timeout, and a watch at a random time above its minimum', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await startServer(etcd, ['--request-timeout=300ms', '--min-request-timeout=1'])
    const heldReads = etcd.hold('/registry/configmaps/default/slow')
    const startMs = performance.now()
    const watchReply = server.send('GET', `${configMapsPath}?watch=true`, { as: server.admin })
    const slowResponse = await server.send('GET', `${configMapsPath}/slow`, { as: server.admin })
    heldReads.release()

    expect(slowResponse).toMatchObject({ status: 504, headers: { connection: 'close' } })
    expect((await watchReply).status).toBe(200)
    expect(performance.now() - startMs).toBeGreaterThan(990)
  })

  test('requests above a cap are rejected without priority and fairness', async () => {
    await using etcd = await EtcdDouble.start()
    const flags = ['--enable-priority-and-fairness=false', '--max-requests-inflight=1']
    await using server = await startServer(etcd, [...flags, '--max-mutating-requests-inflight=0'])
    const heldReads = etcd.hold('/registry/configmaps/default/slow')
    const slowRequest = server.send('GET', `${configMapsPath}/slow`, { as: server.admin })
    await waitUntil(() => heldReads.heldCount() === 1)
    const readResponse = await server.send('GET', configMapsPath, { as: server.admin })
    const writeResponse = await server.send('POST', configMapsPath, { as: server.admin, body: body('a') })
    heldReads.release()

    expect(readResponse).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect(writeResponse.status).toBe(201)
    expect((await slowRequest).status).toBe(404)
  })

  test('requests above the sum of both caps are queued with priority and fairness', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await startServer(etcd, [
      '--max-requests-inflight=1',
      '--max-mutating-requests-inflight=1',
    ])
    const heldReads = etcd.hold('/registry/configmaps/default/')
    const get = (name: string) => server.send('GET', `${configMapsPath}/${name}`, { as: server.admin })
    const requests = ['a', 'b', 'c', 'd'].map(get)
    await waitUntil(() => heldReads.heldCount() === 2)
    const queuedStatus = server.send('GET', '/version', { as: server.admin }).then(({ status }) => status)

    expect(
      await Promise.race([queuedStatus, new Promise((resolve) => setTimeout(resolve, 300))]),
    ).toBeUndefined()
    expect(heldReads.heldCount()).toBe(2)
    heldReads.release()
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await queuedStatus).toBe(200)
  })
})

describe('connections', () => {
  test('a server sends GOAWAY by chance, and announces the maximum number of streams', async () => {
    await using etcd = await EtcdDouble.start()
    const flags = ['--goaway-chance=0.02', '--http2-max-streams-per-connection=7']
    await using server = await startServer(etcd, flags)
    let goawayCount = 0
    let responseCount = 0
    let streams: number | undefined
    while (goawayCount === 0) {
      const session = connectHttp2(server)
      session.on('goaway', () => (goawayCount += 1))
      session.on('remoteSettings', (settings: Settings) => (streams = settings.maxConcurrentStreams))
      // Sequential: a session that received a GOAWAY must not be used again.
      for (let remaining = 50; remaining > 0 && goawayCount === 0; remaining--) {
        const stream = session.request({ ':path': '/version' })
        const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
        stream.resume()
        await once(stream, 'close')
        if (headers[':status'] === 200) responseCount += 1
      }
      session.destroy()
    }

    expect(streams).toBe(7)
    expect(responseCount).toBeGreaterThan(0)
    expect(goawayCount).toBe(1)
  }, 60_000)

  test('a GOAWAY chance out of range is rejected', async () => {
    await using server = new RunningServer()
    await server.start('http://127.0.0.1:1', ['--goaway-chance=0.0201'])
    expect(await server.exited()).toBe(1)
    expect(server.stderr).toMatch(/--goaway-chance/)
  })
})

describe('endpoints other than objects', () => {
  test('profiles are served to authorized users, and to every client of the debug socket', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const socketPath = join(server.directory, 'debug.sock')
    const auditPath = join(server.directory, 'audit.log')
    await server.start(etcd.url, [
      `--debug-socket-path=${socketPath}`,
      `--audit-log-path=${auditPath}`,
      '--audit-log-mode=batch',
      '--audit-log-batch-max-size=1000',
      '--audit-log-batch-max-wait=1h',
      `--audit-policy-file=${server.file('policy.yaml', policy)}`,
      '--authorization-mode=RBAC',
    ])
    await server.ready()
    const profilingResponse = await server.send('GET', '/debug/pprof/', { as: server.admin })
    const anonymousResponse = await server.send('GET', '/debug/pprof/')
    const request = plainRequest({ socketPath, path: '/debug/pprof/heap' }).end()
    const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
    answer.resume()
    await server.send('POST', configMapsPath, { as: server.admin, body: body('a') })

    expect(profilingResponse.status).toBe(200)
    expect(anonymousResponse.status).toBe(403)
    expect(answer.statusCode).toBe(200)
    expect(readFileSync(auditPath, 'utf8')).toBe('')
    expect(await server.end('SIGTERM')).toBe(0)
    expect(existsSync(socketPath)).toBe(false)
    const events = readFileSync(auditPath, 'utf8').trim().split('\n')
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
