import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { StandAlonePeer } from '../peer.ts'
import { mockCommand } from './mock.ts'

/** A peer that listens on the port it is given, and never gets further in these tests. */
function listening(name: string): StandAlonePeer {
  return {
    name,
    summary: 'listens',
    async start({ port }) {
      const server = createServer()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      throw new Error('The port was free.')
    },
  }
}

test('a busy port is a fault of the configuration, with the next step', async () => {
  const busy = createServer()
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo

  await expect(mockCommand(['oidc'], { port }, [listening('oidc')])).rejects.toMatchObject({
    code: 'config-fault',
    message: `Could not start the mock oidc: port ${port} is in use; give another --port, or 0 for a free one.`,
  })
  busy.close()
})

test('a peer that nobody knows is named beside the nearest one', async () => {
  await expect(mockCommand(['oidcs'], { port: 0 }, [listening('oidc')])).rejects.toMatchObject({
    code: 'usage',
    message: 'There is no mock peer oidcs. Did you mean oidc?',
  })
})

test('one port does not do for two peers', async () => {
  const peers = [listening('oidc'), listening('etcd')]

  await expect(mockCommand(['oidc', 'etcd'], { port: 1234 }, peers)).rejects.toMatchObject({ code: 'usage' })
})
