import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CertificateAuthority } from '#harness/certificates.ts'
import { HarnessError } from '#harness/errors.ts'
import type { MockPeer } from '#harness/peer.ts'
import { type Presented, sharedAuthority } from '../serving/index.ts'
import type { TunnelAnswers, TunnelProtocol, TunnelSeen } from './asked.ts'
import type { Door } from './door.ts'
import { serveGrpc } from './grpc.ts'
import { serveHttpConnect } from './http-connect.ts'
import { Switchboard } from './switchboard.ts'

export type { Dial, TunnelAnswers, TunnelProtocol, TunnelSeen } from './asked.ts'
export { after, connectTo, cutAfter, hangUp, honestly, refuse, silence, speakEarly, when } from './lies.ts'

/** How the proxy is reached; `mtls` refuses clients without a certificate of the authority. */
export type TunnelTransport = 'tcp' | 'tls' | 'mtls' | 'uds'

export interface TunnelProxyOptions {
  /** Default `http-connect`; `grpc` is served on unix sockets only. */
  readonly protocol?: TunnelProtocol
  /** Default `uds`. */
  readonly transport?: TunnelTransport
  /** Path of the unix socket; default: one in a directory that ends with the peer. */
  readonly path?: string
  /** TCP port; default 0: any free one. */
  readonly port?: number
  /** Names that only this proxy resolves: `{ 'etcd.test.invalid:2379': '127.0.0.1:40112', 'only.test.invalid': '127.0.0.1' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Default: one shared by the peers of this process. */
  readonly authority?: CertificateAuthority
  /** The certificate of a TLS listener; default `honest`. */
  readonly presents?: Presented
}

/** An HTTP CONNECT proxy or a konnectivity server, handed over running. */
export interface TunnelProxy extends MockPeer<TunnelSeen, TunnelAnswers> {
  readonly protocol: TunnelProtocol
  readonly transport: TunnelTransport
  /** The path of the unix socket, without a scheme; set for `uds`. */
  readonly socketPath?: string
  /** PEM of the authority of a TLS listener's certificate, which client certificates must chain to. */
  readonly certificateAuthority: string
  /** Makes this proxy, and nobody else, resolve a name (`host` to a host, `host:port` to `host:port`). */
  name(name: string, target: string): void
  onAsked(listener: (seen: TunnelSeen) => void): () => void
}

/** Starts a tunnel proxy. It connects with loopback only, whatever it is asked. */
export async function startTunnelProxy(options: TunnelProxyOptions = {}): Promise<TunnelProxy> {
  const { protocol = 'http-connect', transport = 'uds', port = 0, presents = 'honest', names = {} } = options
  if (protocol === 'grpc' && transport !== 'uds') {
    throw new HarnessError(
      'usage',
      'The grpc protocol is served on unix sockets only; choose the transport uds.',
    )
  }
  const authority = options.authority ?? (await sharedAuthority())
  const board = new Switchboard()
  for (const [name, target] of Object.entries(names)) board.names.set(name, target)
  const isOnSocket = transport === 'uds'
  const directory =
    isOnSocket && options.path === undefined ? await mkdtemp(join(tmpdir(), 'tunnel-')) : undefined
  const path = options.path ?? join(directory ?? '', 'proxy.sock')
  const removeDirectory = async (): Promise<void> => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  }
  let door: Door
  try {
    const doorOptions = { transport, port, path, authority, presents }
    door = await (protocol === 'grpc' ? serveGrpc(path, board) : serveHttpConnect(doorOptions, board))
  } catch (thrown) {
    await removeDirectory()
    throw thrown
  }
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    board.cut()
    stopped ??= door.stop().then(removeDirectory)
    return stopped
  }
  return {
    role: 'tunnel-proxy',
    protocol,
    transport,
    url: door.url,
    ...(isOnSocket && { socketPath: path }),
    certificateAuthority: authority.certificate,
    get journal() {
      return board.asked.entries
    },
    answer: (answers) => board.told.tell(answers),
    name: (name, target) => board.names.set(name, target),
    onAsked: (listener) => board.asked.onAsked(listener),
    reset: () => {
      board.asked.clear()
      board.told.clear()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
