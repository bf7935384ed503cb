import { mkdirSync } from 'node:fs'
import { connect as connectPlain, type Socket } from 'node:net'
import { guardedDirectory } from '../reaper/guarded-directory.ts'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { messageOf } from '../errors.ts'
import type { RunningPeer, StandAlonePeer } from '../peer.ts'
import type { Role } from '../roles.ts'

/** Result of starting one peer: its address, or the reason of its failure. */
export interface PeerStart {
  readonly name: string
  readonly endpoint?: string
  readonly failure?: string
}

// Roles of the peers that are not only for the API server. A node agent also exports spans.
const peersOfRole: Readonly<Partial<Record<string, readonly Role[]>>> = {
  'api-server': ['controller-manager', 'cloud-controller-manager', 'node-agent'],
  cloud: ['cloud-controller-manager'],
  'container-runtime': ['node-agent'],
  'otlp-collector': ['apiserver', 'node-agent'],
}

// Time limit of a connection: long enough for a handshake over loopback on a busy machine.
const connectLimitMs = 10_000

/** Returns the peers that rules about these programs start. */
export function peersFor(roles: readonly Role[], peers: readonly StandAlonePeer[]): StandAlonePeer[] {
  return peers.filter(({ name }) =>
    (peersOfRole[name] ?? ['apiserver']).some((role) => roles.includes(role as Role)),
  )
}

/** Starts each peer once, connects to it as a program would, and stops it. */
export async function startEach(peers: readonly StandAlonePeer[]): Promise<readonly PeerStart[]> {
  const guardedFolder = guardedDirectory('orch-conformance-doctor-')
  try {
    const starts: PeerStart[] = []
    for (const peer of peers) starts.push(await tryPeer(peer, join(guardedFolder.path, peer.name)))
    return starts
  } finally {
    await guardedFolder.remove()
  }
}

async function tryPeer(peer: StandAlonePeer, directory: string): Promise<PeerStart> {
  const { name } = peer
  let runningPeer: RunningPeer | undefined
  try {
    mkdirSync(directory, { mode: 0o700 })
    runningPeer = await peer.start({ directory, port: 0 })
    return { name, endpoint: await connectToPeer(runningPeer) }
  } catch (thrown) {
    return { name, failure: messageOf(thrown) }
  } finally {
    await runningPeer?.peer.stop()
  }
}

/** Connects to a peer, and returns a description of its endpoint. */
async function connectToPeer({ peer, files }: RunningPeer): Promise<string> {
  const { protocol, hostname, port } = new URL(peer.url)
  const address = { host: hostname, port: Number(port) }
  if (protocol === 'unix:') {
    await connectPeer(() => connectPlain(peer.url.replace(/^unix:\/\//, '')), 'connect')
    return 'on a unix socket'
  }
  if (protocol !== 'https:') {
    await connectPeer(() => connectPlain(address), 'connect')
    return 'on a port of 127.0.0.1'
  }
  const ca = files?.['ca.crt']
  await connectPeer(
    () => connectTls({ ...address, ...(ca === undefined ? { rejectUnauthorized: false } : { ca }) }),
    'secureConnect',
  )
  return 'on a port of 127.0.0.1, with TLS'
}

function connectPeer(dial: () => Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = dial()
    const finish = (settle: () => void): void => {
      socket.removeAllListeners()
      // Later errors of a closed connection are irrelevant.
      socket.on('error', () => {})
      socket.destroy()
      settle()
    }
    socket.setTimeout(connectLimitMs, () =>
      finish(() => reject(new Error(`No connection within ${connectLimitMs / 1000} s.`))),
    )
    socket.once(event, () => finish(resolve))
    socket.once('error', (error) => finish(() => reject(error)))
  })
}
