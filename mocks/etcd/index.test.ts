import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grpcClient } from '../grpc/client.ts'
import { KV, Lease, Maintenance } from './generated/rpc_pb.ts'
import { type Etcd, startEtcd } from './index.ts'

const bytes = (text: string) => Buffer.from(text)
const text = (value: Uint8Array | undefined) => Buffer.from(value ?? []).toString()

let etcd: Etcd
const clients: { close(): void }[] = []

beforeAll(async () => {
  etcd = await startEtcd()
})
beforeEach(() => {
  etcd.reset()
  etcd.remove('')
})
afterAll(async () => {
  for (const client of clients) client.close()
  await etcd.stop()
})

function address(of = etcd): string {
  return new URL(of.url).host
}

function kv(of = etcd) {
  const client = grpcClient(KV, address(of))
  clients.push(client)
  return client
}

describe('keys', () => {
  test('a put key is read back with its revisions', async () => {
    const client = kv()
    const put = await client.put({ key: bytes('/a'), value: bytes('1') })
    const read = await client.range({ key: bytes('/a') })

    expect(read.kvs.map(({ key, value, version }) => [text(key), text(value), version])).toEqual([
      ['/a', '1', 1n],
    ])
    expect(read.kvs[0]?.modRevision).toBe(put.header?.revision)
    expect(text(etcd.get('/a')?.value)).toBe('1')
  })
})

test('a lease can be granted and status tells the version', async () => {
  const lease = grpcClient(Lease, address())
  const maintenance = grpcClient(Maintenance, address())
  clients.push(lease, maintenance)

  expect((await lease.leaseGrant({ TTL: 15n })).TTL).toBe(15n)
  expect((await maintenance.status({})).version).toBe('3.5.21')
})
