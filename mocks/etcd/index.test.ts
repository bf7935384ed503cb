import { Client, credentials } from '@grpc/grpc-js'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthority } from '#harness/certificates/authority.ts'
import { grpcClient } from '../grpc/client.ts'
import { untilAsked } from '../peer/index.ts'
import { KV, Lease, Maintenance, Watch, type WatchResponse } from '#protos/etcd/rpc_pb.ts'
import { after, type Etcd, fail, hangUp, onEveryKey, stall, startEtcd, under, where } from './index.ts'

const bytes = (text: string) => Buffer.from(text)
const textOf = (value: Uint8Array | undefined) => Buffer.from(value ?? []).toString()
// Everything here is on one machine; a second means that it is not coming.
const soonMs = 5_000

let etcd: Etcd
const open: { close(): void }[] = []
const etcds: Etcd[] = []

async function start(...[options]: Parameters<typeof startEtcd>): Promise<Etcd> {
  const started = await startEtcd(options)
  etcds.push(started)
  return started
}

beforeEach(async () => {
  etcd = await start()
})
afterEach(async () => {
  for (const client of open.splice(0)) client.close()
  await Promise.all(etcds.splice(0).map((one) => one.stop()))
})

function connect(to: Etcd = etcd, ...certificates: Buffer[]) {
  const { host, protocol } = new URL(to.url)
  const secure = protocol === 'https:' ? credentials.createSsl(...certificates) : undefined
  const clients = {
    kv: grpcClient(KV, host, secure),
    lease: grpcClient(Lease, host, secure),
    watch: grpcClient(Watch, host, secure),
    maintenance: grpcClient(Maintenance, host, secure),
  }
  open.push(...Object.values(clients))
  return clients
}

/** Follows a prefix; the function waits for so many messages. */
function follow(to: Etcd, prefix: string, options: { readonly progressNotify?: boolean } = {}) {
  const stream = connect(to).watch.watch()
  const messages: WatchResponse[] = []
  const waiting = new Set<() => void>()
  stream.onMessage((message) => {
    messages.push(message)
    for (const look of waiting) look()
  })
  stream.send({
    requestUnion: {
      case: 'createRequest',
      value: { key: bytes(prefix), rangeEnd: bytes(`${prefix}~`), ...options },
    },
  })
  return async (count: number) => {
    while (messages.length < count) {
      await new Promise<void>((resolve) => {
        waiting.add(resolve)
      })
      waiting.clear()
    }
    return messages
  }
}

describe('the witness', () => {
  test('shows the bytes that a client wrote, and how often', async () => {
    const { kv } = connect()
    await kv.put({ key: bytes('/registry/a'), value: Buffer.from([0, 255]) })
    await kv.put({ key: bytes('/registry/a'), value: Buffer.from([1, 254]) })

    expect(etcd.get('/registry/a')).toMatchObject({ version: 2, createRevision: 2, modRevision: 3 })
    expect([...(etcd.get('/registry/a')?.value ?? [])]).toEqual([1, 254])
    expect(etcd.entries('/registry/').map(({ key }) => key)).toEqual(['/registry/a'])
    expect(etcd.get('/registry')).toBeUndefined()
  })

  test('plants and removes values, and watches are told', async () => {
    const until = follow(etcd, '/p')
    await until(1)
    etcd.put('/p/1', 'planted')
    etcd.remove('/p/')

    const events = (await until(3)).flatMap((message) => message.events)
    expect(events.map(({ type, kv }) => [type, textOf(kv?.value)])).toEqual([
      [0, 'planted'],
      [1, ''],
    ])
  })

  test('journals on arrival: keys, ranges, refused requests, the trace context and the ends of streams', async () => {
    const { kv, watch } = connect()
    await kv.range({ key: bytes('/a/'), rangeEnd: bytes('/a0'), limit: 500n }, { traceparent: '00-1-2-01' })
    await kv.put({ key: bytes('/a'), lease: 404n }).catch(() => undefined)
    const stream = watch.watch()
    stream.send({ requestUnion: { case: 'createRequest', value: { key: bytes('/w') } } })
    await untilAsked(etcd, ({ event }) => event === 'create', { withinMs: soonMs })
    stream.cancel()
    await untilAsked(etcd, ({ event }) => event === 'end', { withinMs: soonMs })

    expect(etcd.journal.map(({ what }) => what)).toEqual([
      'Range /a/../a0 limit 500',
      'Put /a',
      'Watch /w',
      'Watch end',
    ])
    expect(etcd.journal[0]).toMatchObject({ key: '/a/', rangeEnd: '/a0', traceparent: '00-1-2-01' })
  })

  test('hands out its keys: shared with a second etcd, or copied', async () => {
    etcd.put('/a', 'before')
    const shared = await start({ store: etcd.store })
    const copy = await start({ copyOf: etcd.store })
    etcd.put('/a', 'after')
    const answers = await Promise.all(
      [shared, copy].map((one) => connect(one).kv.range({ key: bytes('/a') })),
    )

    expect(answers.map(({ kvs }) => textOf(kvs[0]?.value))).toEqual(['after', 'before'])
    expect(answers.map(({ header }) => header?.revision)).toEqual([3n, 2n])
  })
})

describe('time', () => {
  test('ends a lease that nobody renews, and its keys with it', async () => {
    const { kv, lease } = connect()
    const { ID } = await lease.leaseGrant({ TTL: 2n })
    await kv.put({ key: bytes('/l/1'), lease: ID })
    await kv.put({ key: bytes('/l/2'), lease: ID })
    const until = follow(etcd, '/l')
    await until(1)

    const [, gone] = await until(2)
    expect(gone?.events.map(({ type, kv: grave }) => [type, textOf(grave?.key)])).toEqual([
      [1, '/l/1'],
      [1, '/l/2'],
    ])
    expect(etcd.entries('/l')).toEqual([])
  })

  test('keeps a lease that is renewed', async () => {
    const { lease } = connect()
    const { ID } = await lease.leaseGrant({ TTL: 100n })
    const stream = lease.leaseKeepAlive()
    const renewed = new Promise((resolve) => stream.onMessage(({ ID: id, TTL }) => resolve([id, TTL])))
    stream.send({ ID })

    expect(await renewed).toEqual([ID, 100n])
    expect((await lease.leaseTimeToLive({ ID })).TTL).toBeGreaterThanOrEqual(98n)
  })

  test('tells idle watches that asked for it how far the store is', async () => {
    const ticking = await start({ progressEveryMs: 50 })
    const until = follow(ticking, '/p', { progressNotify: true })
    await until(1)
    ticking.put('/elsewhere', '')

    const messages = await until(3)
    expect(messages.at(-1)).toMatchObject({ events: [], header: { revision: 2n } })
  })
})

describe('lies', () => {
  test('hold one range of keys until they are let go, and nothing else', async () => {
    const { kv } = connect()
    const gate = stall()
    etcd.answer(onEveryKey(where(under('/secrets/'), gate.answer)))
    const held = kv.put({ key: bytes('/secrets/a'), value: bytes('1') })
    await kv.put({ key: bytes('/configmaps/a') })
    await untilAsked(etcd, under('/secrets/'), { withinMs: soonMs })

    expect(gate.held).toBe(1)
    expect(etcd.get('/secrets/a')).toBeUndefined()
    gate.release()
    await held
    expect(textOf(etcd.get('/secrets/a')?.value)).toBe('1')
  })

  test('hold events, in order and with the progress behind them', async () => {
    const gate = stall()
    const until = follow(etcd, '/w')
    await until(1)
    etcd.answer({ watch: gate.answer })
    etcd.put('/w/1', '')
    etcd.put('/w/2', '')
    await delay(50)

    expect(await until(1)).toHaveLength(1)
    gate.release()
    const events = (await until(3)).flatMap((message) => message.events)
    expect(events.map(({ kv }) => textOf(kv?.key))).toEqual(['/w/1', '/w/2'])
  })

  test('refuse before anything is stored, and reset puts honesty back', async () => {
    const { kv } = connect()
    etcd.answer({ put: fail('UNAVAILABLE', 'etcdserver: no leader') })

    await expect(kv.put({ key: bytes('/a') })).rejects.toMatchObject({
      code: 14,
      details: 'etcdserver: no leader',
    })
    expect(etcd.entries()).toEqual([])
    etcd.reset()
    await kv.put({ key: bytes('/a') })
    expect(etcd.entries()).toHaveLength(1)
    expect(etcd.journal).toHaveLength(1)
  })

  test('change an answer, or delay it', async () => {
    const { maintenance, kv } = connect()
    etcd.answer({ status: (honest) => ({ ...honest(), version: '3.4.20' }), range: after(100) })
    const beganMs = performance.now()
    await kv.range({ key: bytes('/a') })

    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(95)
    expect((await maintenance.status({})).version).toBe('3.4.20')
  })

  test('hang up on the connection that asked, and leave the others', async () => {
    const [victim, bystander] = [connect(), connect()]
    await bystander.kv.range({ key: bytes('/b') })
    etcd.answer({ range: where(under('/a'), hangUp) })

    await expect(victim.kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
    expect((await bystander.kv.range({ key: bytes('/b') })).count).toBe(0n)
  })
})

describe('reachability', () => {
  test('is away until told, and again', async () => {
    const late = await start({ listening: false })
    const { kv } = connect(late)
    await expect(kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })

    await late.listen()
    const again = connect(late).kv
    expect((await again.range({ key: bytes('/a') })).count).toBe(0n)
    await late.unlisten()
    await expect(again.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
  })

  test('speaks TLS to clients of its authority only', async () => {
    const ca = await createAuthority()
    const tls = ca.issue({ commonName: 'etcd' })
    const client = ca.issue({ commonName: 'kas', usage: 'client' })
    const secure = await start({ tls, clientCa: ca.certificate })
    const root = bytes(ca.certificate)
    const known = connect(secure, root, bytes(client.key), bytes(client.certificate))

    expect(secure.url).toMatch(/^https:/)
    expect((await known.kv.range({ key: bytes('/a') })).count).toBe(0n)
    await expect(connect(secure, root).kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
    expect(secure.journal[0]).toMatchObject({ method: 'Range', client: 'kas' })
    expect(secure.journal[1]).toMatchObject({ method: 'Connect', what: expect.stringContaining('handshake') })
  })

  test('tells of a client that does not trust it', async () => {
    const [ca, other] = await Promise.all([createAuthority(), createAuthority('another CA')])
    const secure = await start({ tls: ca.issue({ commonName: 'etcd' }) })
    const { kv } = connect(secure, bytes(other.certificate))

    await expect(kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
    await untilAsked(secure, ({ method }) => method === 'Connect', { withinMs: soonMs })
    expect(secure.journal.filter(({ method }) => method !== 'Connect')).toEqual([])
  })

  test('journals methods that it does not serve', async () => {
    const { host } = new URL(etcd.url)
    const client = new Client(host, credentials.createInsecure())
    open.push(client)
    const path = '/etcdserverpb.Auth/AuthStatus'
    const code = await new Promise((resolve) => {
      const plain = (bytes: Buffer) => bytes
      client.makeUnaryRequest(path, plain, plain, bytes(''), (error) => resolve(error?.code))
    })

    expect(code).toBe(12)
    expect(etcd.journal).toMatchObject([{ method: 'Unknown', what: `Unknown ${path}` }])
  })

  test('stops with its streams open, twice', async () => {
    const until = follow(etcd, '/a')
    await until(1)
    await etcd.stop()

    await expect(etcd.stop()).resolves.toBeUndefined()
  })
})
