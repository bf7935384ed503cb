import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileValue } from '#harness/launch/flags.ts'
import { grpcClient } from '../grpc/index.ts'
import { standAlone } from './stand-alone.ts'
import { PacketType, ProxyService } from '#protos/tunnel_pb.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tunnel-alone-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

interface Egress {
  readonly egressSelections: readonly {
    readonly name: string
    readonly connection: { readonly transport: { readonly uds?: { readonly udsName: string } } }
  }[]
}

test('the configuration contains the addresses of both proxies, and their requests are reported', async () => {
  const runningPeer = await standAlone.start({ directory, port: 0 })
  await using _peer = runningPeer.peer
  const arrival = new Promise<string>((resolve) => {
    runningPeer.onAsked(({ what }) => resolve(what))
  })
  const { egressSelections } = (runningPeer.flags['--egress-selector-config-file'] as FileValue)
    .content as Egress
  const path = egressSelections[1]?.connection.transport.uds?.udsName ?? ''
  const client = grpcClient(ProxyService, `unix://${path}`)
  const stream = client.proxy()
  stream.onEnd(() => {})
  stream.send({
    type: PacketType.DIAL_REQ,
    payload: { case: 'dialRequest', value: { protocol: 'tcp', address: 'x.test.invalid:1', random: 1n } },
  })

  expect(await arrival).toBe('DIAL_REQ x.test.invalid:1')
  expect(runningPeer.peer.journal).toHaveLength(1)
  expect(egressSelections.map(({ name }) => name)).toEqual(['controlplane', 'cluster'])
  stream.cancel()
  client.close()
})
