import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { untilAsked } from '../peer/index.ts'
import { after, type Etcd, fail, hangUp, onEveryKey, stall, under, where } from './index.ts'
import { etcdsOfTests } from './testing/start-etcds.ts'

const bytes = (text: string) => Buffer.from(text)
const textOf = (value: Uint8Array | undefined) => Buffer.from(value ?? []).toString()
// Long enough for an event on the same machine.
const timeoutMs = 5_000

const { start, connect: connectTo, follow } = etcdsOfTests()
let etcd: Etcd
const connect = (to: Etcd = etcd): ReturnType<typeof connectTo> => connectTo(to)

beforeEach(async () => {
  etcd = await start()
})

describe('access to the stored keys', () => {
  test('an entry has the bytes that a client wrote, and the number of writes', async () => {
    const { kv } = connect()
    await kv.put({ key: bytes('/registry/a'), value: Buffer.from([0, 255]) })
    await kv.put({ key: bytes('/registry/a'), value: Buffer.from([1, 254]) })

    expect(etcd.get('/registry/a')).toMatchObject({ version: 2, createRevision: 2, modRevision: 3 })
    expect([...(etcd.get('/registry/a')?.value ?? [])]).toEqual([1, 254])
    expect(etcd.entries('/registry/').map(({ key }) => key)).toEqual(['/registry/a'])
    expect(etcd.get('/registry')).toBeUndefined()
  })

  test('a test plants and removes values, and watches receive the events', async () => {
    const responsesOfWatch = follow(etcd, '/p')
    await responsesOfWatch(1)
    etcd.put('/p/1', 'planted')
    etcd.remove('/p/')

    const events = (await responsesOfWatch(3)).flatMap((message) => message.events)
    expect(events.map(({ type, kv }) => [type, textOf(kv?.value)])).toEqual([
      [0, 'planted'],
      [1, ''],
    ])
  })

  test('the journal records keys, ranges, rejected requests, the trace context and the ends of streams', async () => {
    const { kv, watch } = connect()
    await kv.range({ key: bytes('/a/'), rangeEnd: bytes('/a0'), limit: 500n }, { traceparent: '00-1-2-01' })
    await kv.put({ key: bytes('/a'), lease: 404n }).catch(() => undefined)
    const stream = watch.watch()
    stream.send({ requestUnion: { case: 'createRequest', value: { key: bytes('/w') } } })
    await untilAsked(etcd, ({ event }) => event === 'create', { withinMs: timeoutMs })
    stream.cancel()
    await untilAsked(etcd, ({ event }) => event === 'end', { withinMs: timeoutMs })

    expect(etcd.journal.map(({ what }) => what)).toEqual([
      'Range /a/../a0 limit 500',
      'Put /a',
      'Watch /w',
      'Watch end',
    ])
    expect(etcd.journal[0]).toMatchObject({ key: '/a/', rangeEnd: '/a0', traceparent: '00-1-2-01' })
  })

  test('a second etcd shares or copies the keys', async () => {
    etcd.put('/a', 'before')
    const sharedStoreEtcd = await start({ store: etcd.store })
    const copiedStoreEtcd = await start({ copyOf: etcd.store })
    etcd.put('/a', 'after')
    const answers = await Promise.all(
      [sharedStoreEtcd, copiedStoreEtcd].map((testedEtcd) =>
        connect(testedEtcd).kv.range({ key: bytes('/a') }),
      ),
    )

    expect(answers.map(({ kvs }) => textOf(kvs[0]?.value))).toEqual(['after', 'before'])
    expect(answers.map(({ header }) => header?.revision)).toEqual([3n, 2n])
  })
})

describe('leases and progress', () => {
  test('a lease that is not renewed expires, and its keys are deleted', async () => {
    const { kv, lease } = connect()
    const { ID } = await lease.leaseGrant({ TTL: 2n })
    await kv.put({ key: bytes('/l/1'), lease: ID })
    await kv.put({ key: bytes('/l/2'), lease: ID })
    const responsesOfWatch = follow(etcd, '/l')
    await responsesOfWatch(1)

    const [, deletion] = await responsesOfWatch(2)
    expect(deletion?.events.map(({ type, kv }) => [type, textOf(kv?.key)])).toEqual([
      [1, '/l/1'],
      [1, '/l/2'],
    ])
    expect(etcd.entries('/l')).toEqual([])
  })

  test('a renewed lease does not expire', async () => {
    const { lease } = connect()
    const { ID } = await lease.leaseGrant({ TTL: 100n })
    const stream = lease.leaseKeepAlive()
    const renewal = new Promise((resolve) => stream.onMessage(({ ID: id, TTL }) => resolve([id, TTL])))
    stream.send({ ID })

    expect(await renewal).toEqual([ID, 100n])
    expect((await lease.leaseTimeToLive({ ID })).TTL).toBeGreaterThanOrEqual(98n)
  })

  test('an idle watch that requested progress receives the revision', async () => {
    const etcdWithProgress = await start({ progressEveryMs: 50 })
    const responsesOfWatch = follow(etcdWithProgress, '/p', { progressNotify: true })
    await responsesOfWatch(1)
    etcdWithProgress.put('/elsewhere', '')

    const messages = await responsesOfWatch(3)
    expect(messages.at(-1)).toMatchObject({ events: [], header: { revision: 2n } })
  })
})

describe('faults', () => {
  test('a fault holds requests for one range of keys until their release', async () => {
    const { kv } = connect()
    const gate = stall()
    etcd.answer(onEveryKey(where(under('/secrets/'), gate.answer)))
    const heldWrite = kv.put({ key: bytes('/secrets/a'), value: bytes('1') })
    await kv.put({ key: bytes('/configmaps/a') })
    await untilAsked(etcd, under('/secrets/'), { withinMs: timeoutMs })

    expect(gate.held).toBe(1)
    expect(etcd.get('/secrets/a')).toBeUndefined()
    gate.release()
    await heldWrite
    expect(textOf(etcd.get('/secrets/a')?.value)).toBe('1')
  })

  test('a fault holds the events of a watch, and they stay in order', async () => {
    const gate = stall()
    const responsesOfWatch = follow(etcd, '/w')
    await responsesOfWatch(1)
    etcd.answer({ watch: gate.answer })
    etcd.put('/w/1', '')
    etcd.put('/w/2', '')
    await delay(50)

    expect(await responsesOfWatch(1)).toHaveLength(1)
    gate.release()
    const events = (await responsesOfWatch(3)).flatMap((message) => message.events)
    expect(events.map(({ kv }) => textOf(kv?.key))).toEqual(['/w/1', '/w/2'])
  })

  test('a fault rejects puts before they are stored, until the peer is reset', async () => {
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

  test('a fault changes or delays a response', async () => {
    const { maintenance, kv } = connect()
    etcd.answer({ status: (honest) => ({ ...honest(), version: '3.4.20' }), range: after(100) })
    const startedMs = performance.now()
    await kv.range({ key: bytes('/a') })

    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(95)
    expect((await maintenance.status({})).version).toBe('3.4.20')
  })

  test('a fault closes only the connection of the request', async () => {
    const [disconnectedClient, otherClient] = [connect(), connect()]
    await otherClient.kv.range({ key: bytes('/b') })
    etcd.answer({ range: where(under('/a'), hangUp) })

    await expect(disconnectedClient.kv.range({ key: bytes('/a') })).rejects.toMatchObject({ code: 14 })
    expect((await otherClient.kv.range({ key: bytes('/b') })).count).toBe(0n)
  })
})
