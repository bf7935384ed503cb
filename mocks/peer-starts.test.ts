import { expect, test } from 'vitest'
import { peersFor, startEach } from '#harness/cli/doctor-peers.ts'
import { standAlonePeers } from './stand-alone.ts'

// Long enough for all starts. Some peers first generate keys of 2048 bits.
const allStartMs = 60_000

test('every peer starts and accepts a connection', { timeout: allStartMs }, async () => {
  const startResults = await startEach(await standAlonePeers())

  expect(startResults.filter(({ failure }) => failure !== undefined)).toEqual([])
  expect(startResults.map(({ endpoint }) => endpoint)).toContain('on a unix socket')
  expect(startResults.map(({ endpoint }) => endpoint)).toContain('on a port of 127.0.0.1, with TLS')
})

test('the peers for a node agent are the API server, the container runtime and the collector of traces', async () => {
  const names = peersFor(['node-agent'], await standAlonePeers()).map(({ name }) => name)

  expect(names.sort()).toEqual(['api-server', 'container-runtime', 'otlp-collector'])
})
