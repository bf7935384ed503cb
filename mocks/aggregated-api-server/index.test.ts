import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentFor, request } from '#harness/client/https.ts'
import { redirect } from '../http/index.ts'
import { issueClient } from '../tls/index.ts'
import { startAggregatedApiServers } from './index.ts'
import { standAlone } from './stand-alone.ts'

test('an aggregated server serves its discovery documents and objects, and records the clients of requests', async () => {
  await using host = await startAggregatedApiServers()
  const [first, second] = [host.api('first.example.org'), host.api('second.example.org')]
  second.answer({ objects: redirect('https://elsewhere.example/') })
  const client = await issueClient({ commonName: 'server' })
  const agent = agentFor({ ca: host.certificateAuthority, cert: client.certificate, key: client.key })
  const get = (path: string) => request({ url: host.url + path, agent })
  const responses = {
    groups: await get('/apis'),
    resources: await get('/apis/first.example.org/v1'),
    objects: await get(first.path),
    redirected: await get(second.path),
    nothing: await get('/apis/third.example.org/v1'),
  }
  agent.destroy()

  expect(JSON.parse(responses.groups.body)).toMatchObject({ groups: [{ name: 'first.example.org' }, {}] })
  expect(JSON.parse(responses.resources.body)).toMatchObject({ resources: [{ name: 'things' }] })
  expect(JSON.parse(responses.objects.body)).toMatchObject({ kind: 'ThingList', items: [] })
  expect(responses.redirected).toMatchObject({
    status: 302,
    headers: { location: 'https://elsewhere.example/' },
  })
  expect(responses.nothing.status).toBe(404)
  expect(first.objects).toMatchObject([{ client: { commonName: 'server', trusted: true } }])
})

test('a stand-alone server provides a service and an API registration', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'aggregated-alone-'))
  try {
    const runningPeer = await standAlone.start({ directory, port: 0 })
    await using peer = runningPeer.peer

    expect(runningPeer.objects).toMatchObject([
      { content: { spec: { ports: [{ port: Number(new URL(peer.url).port) }] } } },
      { content: { spec: { group: 'things.example.org' } } },
    ])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
