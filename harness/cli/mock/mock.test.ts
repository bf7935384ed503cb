import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { file } from '../../launch/flags.ts'
import type { StandAlonePeer } from '../../peer.ts'
import { mockCommand, type MockOptions, peerList } from './mock.ts'

/** Returns a peer that only tests whether the given port is free: its start always fails. */
function listeningPeer(name: string): StandAlonePeer {
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

test('a busy port is an error of the configuration, whose message names the next step', async () => {
  const busyServer = createServer()
  busyServer.listen(0, '127.0.0.1')
  await once(busyServer, 'listening')
  const { port } = busyServer.address() as AddressInfo

  await expect(mockCommand(['oidc'], { port }, [listeningPeer('oidc')])).rejects.toMatchObject({
    code: 'config-fault',
    message: `Could not start the mock oidc: port ${port} is in use; give another --port, or 0 for a free one.`,
  })
  busyServer.close()
})

test('an unknown peer is reported with the most similar name of a peer', async () => {
  await expect(mockCommand(['oidcs'], { port: 0 }, [listeningPeer('oidc')])).rejects.toMatchObject({
    code: 'usage',
    message: 'There is no mock peer oidcs. Did you mean oidc?',
  })
})

test('mock rejects the same port for two peers', async () => {
  const peers = [listeningPeer('oidc'), listeningPeer('etcd')]

  await expect(mockCommand(['oidc', 'etcd'], { port: 1234 }, peers)).rejects.toMatchObject({ code: 'usage' })
})

test('mock finds a peer by each of its names, and suggests the nearest name for a misspelled one', async () => {
  const peers = [{ ...listeningPeer('oidc-issuer'), aliases: ['oidc'] }, listeningPeer('etcd')]

  await expect(mockCommand(['oidc'], { port: 0 }, peers)).rejects.toThrow(
    'Could not start the mock oidc-issuer: ',
  )
  await expect(mockCommand(['etdc'], { port: 0 }, peers)).rejects.toThrow('Did you mean etcd?')
})

test('a reason with a final full stop gets no second full stop', async () => {
  await expect(mockCommand(['etcd'], { port: 0 }, [listeningPeer('etcd')])).rejects.toThrow(
    /The port was free\.$/,
  )
})

/**
 * Returns a peer with one request, whose text contains a control sequence. Calls `shown` after the request was printed.
 */
function fakePeer(shown: () => void): StandAlonePeer {
  const request = { atMs: 0, what: 'GET /\u001b[2J', key: Buffer.from([0, 255]), revision: 7n, answer: '200' }
  const stopPeer = async (): Promise<void> => {}
  const peer = {
    role: 'asked',
    url: 'https://127.0.0.1:1',
    journal: [request],
    stop: stopPeer,
    [Symbol.asyncDispose]: stopPeer,
  }
  return {
    name: 'asked',
    summary: 'is asked',
    start: async () => ({
      peer,
      address: `${peer.url}/path`,
      files: { 'ca.crt': 'PEM' },
      flags: {
        '--authorization-config': file('authorization.yaml', {
          apiVersion: 'apiserver.config.orch.io/v1',
          kind: 'AuthorizationConfiguration',
          authorizers: [{ webhook: { connectionInfo: { type: 'OrchConfig' } } }],
        }),
      },
      onAsked: (listener) => listener(request),
      onAnswered: (listener) => {
        listener(request)
        setImmediate(shown)
      },
    }),
  }
}

async function outputOf(options: Partial<MockOptions>): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    let notifyShown = (): void => {}
    const interrupted = new Promise<void>((resolve) => {
      notifyShown = resolve
    })
    await mockCommand(['asked'], { port: 0, ...options }, [fakePeer(() => notifyShown())], { interrupted })
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}

test('the output has the spelling of the target, and escapes the control sequences of terminals', async () => {
  const text = (await outputOf({ target: 'kubernetes' })).replaceAll(
    /\/\S*orch-conformance-mock-\w+/g,
    '/tmp',
  )

  expect(text).toMatchInlineSnapshot(`
    "# asked: https://127.0.0.1:1/path
    # /tmp/asked/ca.crt

    # /tmp/asked/flags.txt
    --authorization-config=/tmp/asked/authorization.yaml

    # /tmp/asked/authorization.yaml
    apiVersion: apiserver.config.k8s.io/v1
    kind: AuthorizationConfiguration
    authorizers:
      - webhook:
          connectionInfo:
            type: KubeConfigFile

    00:00:00.000 asked GET /\\u{1b}[2J
    00:00:00.000 asked GET /\\u{1b}[2J -> 200
    "
  `)
})

test('each line of the JSON output is an object', async () => {
  const lines = (await outputOf({ format: 'json' })).trimEnd().split('\n')
  const [started, question, answer] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)

  expect(started).toMatchObject({ event: 'started', peer: 'asked', url: 'https://127.0.0.1:1/path' })
  expect(question).toMatchObject({
    event: 'asked',
    at: '1970-01-01T00:00:00.000Z',
    key: '00ff',
    revision: '7',
  })
  expect(answer).toMatchObject({ event: 'answered', peer: 'asked', answer: '200' })
})

test('the list in the help contains every peer with its other names', () => {
  expect(peerList([{ ...listeningPeer('oidc-issuer'), aliases: ['oidc'] }, listeningPeer('etcd')])).toBe(
    'Peers:\n  oidc-issuer  listens (also oidc)\n  etcd         listens',
  )
})

test('the URL of the control server is printed once the peers listen, and the server stops with the peers', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stopSpy = vi.fn<() => Promise<void>>(async () => {})
  const serveControl = async () => async (peers: object, port: number) => ({
    url: `http://127.0.0.1:${port}/${Object.keys(peers).join()}`,
    [Symbol.asyncDispose]: stopSpy,
  })
  const options = { port: 0, controlPort: 4711, format: 'json' } as const
  await mockCommand(['asked'], options, [fakePeer(() => {})], {
    interrupted: Promise.resolve(),
    serveControl,
  })
  const lines = write.mock.calls.map(([text]) => JSON.parse(String(text)) as { event: string; url?: string })
  write.mockRestore()

  expect(lines.map(({ event }) => event)).toEqual(['started', 'asked', 'answered', 'control'])
  expect(lines.at(-1)?.url).toBe('http://127.0.0.1:4711/asked')
  expect(stopSpy).toHaveBeenCalledOnce()
})

test('a busy port of the control server is an error of the configuration', async () => {
  const serveControl = async () => async () => {
    throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' })
  }
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const run = mockCommand(['asked'], { port: 0, controlPort: 4711 }, [fakePeer(() => {})], {
    serveControl,
  })

  await expect(run).rejects.toMatchObject({
    code: 'config-fault',
    message:
      'Could not serve the control: port 4711 is in use; give another --control-port, or 0 for a free one.',
  })
  write.mockRestore()
})
