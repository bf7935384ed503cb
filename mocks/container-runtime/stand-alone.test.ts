import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JournalEntry } from '#harness/peer.ts'
import { agent } from './testing/agent.ts'
import { standAlone } from './stand-alone.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orch-alone-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('a stand-alone runtime reports its requests, returns its flags, and responds as scripted', async () => {
  const script = join(directory, 'script.mjs')
  await writeFile(script, `export default ({ notReady }) => notReady('NetworkReady')\n`)
  const runningPeer = await standAlone.start({ directory, port: 0, script })
  await using peer = runningPeer.peer
  const node = agent(peer.url)
  const requests: JournalEntry[] = []
  runningPeer.onAsked((request) => requests.push(request))
  const journal: JournalEntry[] = []
  runningPeer.onAnswered((request) => journal.push(request))
  const status = await node.runtime.status({})
  node.close()

  expect(status.status?.conditions[1]).toMatchObject({ type: 'NetworkReady', status: false })
  expect(requests.map(({ what }) => what)).toEqual(['Status'])
  expect(journal.map(({ what, answer }) => [what, answer])).toEqual([['Status', 'OK']])
  expect(runningPeer.flags).toEqual({
    '--container-runtime-endpoint': { path: peer.url },
    '--image-service-endpoint': { path: `unix://${join(directory, 'images.sock')}` },
  })
})
