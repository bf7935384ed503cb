import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { status } from '../http/index.ts'
import { issueClient } from '../tls/index.ts'
import { startNodeAgents } from './index.ts'
import { standAlone } from './stand-alone.ts'

async function get(url: string, settings: object = {}): Promise<{ status: number; body: string }> {
  const agent = new Agent(settings)
  const clientRequest = request(url, { agent }).end()
  try {
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    let body = ''
    for await (const chunk of answer) body += String(chunk)
    return { status: answer.statusCode ?? 0, body }
  } finally {
    agent.destroy()
  }
}

test('a node agent returns logs and records the clients', async () => {
  await using agents = await startNodeAgents()
  const client = await issueClient({ commonName: 'server' })
  const ca = agents.certificateAuthority
  const settings = { ca, cert: client.certificate, key: client.key }
  const { body } = await get(`${agents.url}/containerLogs/space/pod-1/main?follow=true`, settings)
  agents.pod('pod-2').answer({ log: status(503, 'not now') })
  const unknownLog = await get(`${agents.url}/containerLogs/space/pod-2/main`, { ca })
  const unknownPathResponse = await get(`${agents.url}/pods`, { ca })

  expect(body).toContain('space/pod-1/main')
  expect([unknownLog.status, unknownPathResponse.status]).toEqual([503, 404])
  expect(agents.pod('pod-1').journal).toMatchObject([{ client: { commonName: 'server', trusted: true } }])
  expect(agents.journal).toHaveLength(3)
})

test('a host serves several nodes, each with a separate certificate', async () => {
  await using agents = await startNodeAgents()
  const { origin } = await agents.listen({ presents: 'other-authority' })
  const response = get(`${origin}/containerLogs/space/pod-1/main`, { ca: agents.certificateAuthority })

  await expect(response).rejects.toThrow('certificate')
  expect(agents.pod('pod-1').journal).toEqual([])
})

test('a stand-alone node agent provides a node object that refers to its port', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'node-alone-'))
  try {
    const runningPeer = await standAlone.start({ directory, port: 0 })
    await using peer = runningPeer.peer
    const { port } = new URL(peer.url)

    expect(runningPeer.objects).toMatchObject([
      { content: { status: { daemonEndpoints: { orchletEndpoint: { Port: Number(port) } } } } },
    ])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
