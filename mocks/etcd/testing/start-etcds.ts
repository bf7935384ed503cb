import { credentials } from '@grpc/grpc-js'
import { afterEach } from 'vitest'
import { KV, Lease, Maintenance, Watch, type WatchResponse } from '#protos/etcd/rpc_pb.ts'
import { grpcClient } from '../../grpc/client.ts'
import { type Etcd, startEtcd } from '../index.ts'

/** Creates stores and clients for the tests of a file, and closes them after each test. */
export function etcdsOfTests() {
  const openClients: { close(): void }[] = []
  const etcds: Etcd[] = []

  afterEach(async () => {
    for (const client of openClients.splice(0)) client.close()
    await Promise.all(etcds.splice(0).map((etcd) => etcd.stop()))
  })

  async function start(...[options]: Parameters<typeof startEtcd>): Promise<Etcd> {
    const etcd = await startEtcd(options)
    etcds.push(etcd)
    return etcd
  }

  function connect(to: Etcd, ...certificates: Buffer[]) {
    const { host, protocol } = new URL(to.url)
    const tlsCredentials = protocol === 'https:' ? credentials.createSsl(...certificates) : undefined
    const clients = {
      kv: grpcClient(KV, host, tlsCredentials),
      lease: grpcClient(Lease, host, tlsCredentials),
      watch: grpcClient(Watch, host, tlsCredentials),
      maintenance: grpcClient(Maintenance, host, tlsCredentials),
    }
    openClients.push(...Object.values(clients))
    return clients
  }

  /** Watches a prefix. The returned function waits for a number of messages. */
  function follow(etcd: Etcd, prefix: string, options: { readonly progressNotify?: boolean } = {}) {
    const stream = connect(etcd).watch.watch()
    const messages: WatchResponse[] = []
    const waitingChecks = new Set<() => void>()
    stream.onMessage((message) => {
      messages.push(message)
      for (const check of waitingChecks) check()
    })
    const [key, rangeEnd] = [Buffer.from(prefix), Buffer.from(`${prefix}~`)]
    stream.send({ requestUnion: { case: 'createRequest', value: { key, rangeEnd, ...options } } })
    return async (count: number) => {
      while (messages.length < count) {
        await new Promise<void>((resolve) => {
          waitingChecks.add(resolve)
        })
        waitingChecks.clear()
      }
      return messages
    }
  }

  return { start, connect, follow, openClients }
}
