import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { after, hangUp, silence } from '../http/index.ts'
import type { ClientConfig } from '../webhook/index.ts'
import { post } from '../webhook/testing/post.ts'
import { type AuditReceivers, failing, startAuditReceivers } from './index.ts'
import { standAlone } from './stand-alone.ts'

const batch = (...ids: readonly string[]) => ({
  kind: 'EventList',
  apiVersion: 'audit.orch.io/v1',
  metadata: {},
  items: ids.map((auditID) => ({
    auditID,
    level: 'Metadata',
    stage: 'ResponseComplete',
    requestURI: '/x',
    verb: 'get',
  })),
})

async function startReceivers(): Promise<AuditReceivers & AsyncDisposable> {
  return startAuditReceivers()
}

test('a receiver accepts batches and records their events', async () => {
  await using host = await startReceivers()
  const receiver = host.receiver('a')
  const response = await post(receiver.clientConfig({ token: 'secret' }), batch('1', '2'))
  await post(host.receiver('b').clientConfig(), batch('3'))

  expect(response.status).toBe(200)
  expect(receiver.batches).toMatchObject([
    {
      apiVersion: 'audit.orch.io/v1',
      bearerToken: 'secret',
      receiver: 'a',
      bytes: expect.any(Number) as number,
    },
  ])
  expect(receiver.events.map(({ auditID }) => auditID)).toEqual(['1', '2'])
  expect(host.journal.map(({ what }) => what)).toEqual(['POST /a with 2 events', 'POST /b with 1 events'])
})

test.for([
  ['a body that is not JSON', '{', 400],
  ['an object of another kind', { kind: 'Event' }, 400],
  ['a list without items', { ...batch(), items: undefined }, 400],
] as const)('a receiver rejects %s and records the request', async ([, body, status]) => {
  await using host = await startReceivers()
  const receiver = host.receiver('a')

  expect((await post(receiver.clientConfig(), body)).status).toBe(status)
  expect(receiver.journal).toHaveLength(1)
  expect(receiver.batches).toEqual([])
})

test('a scripted fault changes the response, and the batch is still recorded', async () => {
  await using host = await startReceivers()
  const receiver = host.receiver('a')
  const config = receiver.clientConfig()
  receiver.answer({ batch: failing(2, 503) })
  const statuses = []
  for (const id of ['1', '2', '3']) statuses.push((await post(config, batch(id))).status)
  receiver.answer({ batch: hangUp })
  const cutResponse = await post(config, batch('4'))
  receiver.answer({ batch: after(50) })
  const slowResponse = await post(config, batch('5'))
  receiver.answer({ batch: silence })
  const missingResponse = await Promise.race([post(config, batch('6')), pause(100, 'no answer')])

  expect(statuses).toEqual([503, 503, 200])
  expect(cutResponse.status).toBe(0)
  expect(slowResponse.status).toBe(200)
  expect(missingResponse).toBe('no answer')
  expect(receiver.events.map(({ auditID }) => auditID)).toEqual(['1', '2', '3', '4', '5', '6'])
})

// Number of events per second: twice the rate that checks require, so that the receiver keeps up on a slow machine.
const perSecond = 500
const seconds = 2

test(`a receiver loses no event at ${perSecond} events a second`, { timeout: 20_000 }, async () => {
  await using host = await startReceivers()
  const receiver = host.receiver('a')
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ca: host.certificateAuthority })
  const ids = Array.from({ length: perSecond * seconds }, (_, index) => `event-${index}`)
  const send = async (ids: readonly string[]) => {
    const headers = { 'content-type': 'application/json' }
    const clientRequest = request(receiver.url, { method: 'POST', agent, headers }).end(
      JSON.stringify(batch(...ids)),
    )
    const [answer] = await once(clientRequest, 'response')
    answer.resume()
    await once(answer, 'end')
  }
  const fromMs = performance.now()
  const pendingPosts: Promise<void>[] = []
  for (let offset = 0; offset < ids.length; offset += 25) {
    pendingPosts.push(send(ids.slice(offset, offset + 25)))
    await pause(Math.max(0, fromMs + (offset / perSecond) * 1000 - performance.now()))
  }
  await Promise.all(pendingPosts)
  agent.destroy()

  expect(receiver.events.map(({ auditID }) => auditID).toSorted()).toEqual(ids.toSorted())
  expect(performance.now() - fromMs).toBeLessThan(4 * seconds * 1000)
})

test('a client reaches a stand-alone receiver by its client configuration file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'audit-alone-'))
  try {
    const runningPeer = await standAlone.start({ directory, port: 0 })
    await using _peer = runningPeer.peer
    const requests: unknown[] = []
    runningPeer.onAsked((entry) => requests.push(entry))
    const config = parse(runningPeer.files?.['client.yaml'] ?? '') as ClientConfig

    expect((await post(config, batch('1'))).status).toBe(200)
    expect(requests).toMatchObject([{ client: { commonName: 'implementation' } }])
    expect(runningPeer.flags).toMatchObject({
      '--audit-webhook-config-file': { path: join(directory, 'client.yaml') },
    })
    expect(JSON.stringify(runningPeer.flags['--audit-policy-file'])).toContain('Metadata')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
