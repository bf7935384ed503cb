import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CertificateAuthority } from '#harness/certificates/authority.ts'
import { HarnessError } from '#harness/errors.ts'
import type { MockPeer, JournalEntry } from '#harness/peer.ts'
import { type Presented, sharedAuthority } from '../tls/index.ts'
import type { TunnelAnswers, TunnelProtocol, TunnelRequest } from './request.ts'
import type { ProxyListener, ProxyTransport } from './listener.ts'
import { serveGrpc } from './grpc.ts'
import { serveHttpConnect } from './http-connect.ts'
import { Dialer } from './dialer.ts'

export type { Dial, TunnelAnswers, TunnelProtocol, TunnelRequest } from './request.ts'
export {
  after,
  connectTo,
  cutAfter,
  hangUp,
  honestly,
  refuse,
  silence,
  speakEarly,
  stall,
  times,
  when,
  where,
} from './faults.ts'

/** Address options of a proxy, and the names that it resolves. */
export interface TunnelProxyOptions {
  /** Default: `http-connect`. `grpc` is served on unix sockets only. */
  readonly protocol?: TunnelProtocol
  /** Default: `uds`. `mtls` rejects clients without a certificate of the authority. */
  readonly transport?: ProxyTransport
  /** Path of the unix socket. Default: a path in a directory that is removed with the peer. */
  readonly path?: string
  /** TCP port. Default: 0, any free port. */
  readonly port?: number
  /** Names that only this proxy resolves: `{ 'etcd.test.invalid:2379': '127.0.0.1:40112', 'only.test.invalid': '127.0.0.1' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Default: the authority shared by the peers of this process. */
  readonly authority?: CertificateAuthority
  /** Certificate of a TLS listener. Default: `honest`. */
  readonly presents?: Presented
}

/** HTTP CONNECT proxy or konnectivity server, already running. */
export interface TunnelProxy extends MockPeer<TunnelRequest, TunnelAnswers> {
  readonly protocol: TunnelProtocol
  readonly transport: ProxyTransport
  /** Path of the unix socket, without a scheme; set for `uds`. */
  readonly socketPath?: string
  /** PEM of the authority of a TLS listener's certificate, to which client certificates must chain. */
  readonly certificateAuthority: string
  /** Adds a name that only this proxy resolves (`host` to a host, `host:port` to `host:port`). */
  name(name: string, target: string): void
  /** Calls `listener` for each entry of the journal on arrival. The returned function unsubscribes. */
  onAsked(listener: (request: TunnelRequest) => void): () => void
  /** Calls `listener` for each dial once its result is known. The returned function unsubscribes. */
  onAnswered(listener: (request: JournalEntry) => void): () => void
}

/**
 * Starts a tunnel proxy: HTTP CONNECT (RFC 9110 §9.3.6) or a konnectivity server over gRPC. The proxy connects only to
 * loopback, regardless of the request.
 * @throws HarnessError `usage` for the protocol `grpc` on a transport other than a unix socket
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using proxy = await startTunnelProxy({ transport: 'tcp', names: { 'db.test.invalid': '127.0.0.1' } })
 * proxy.answer({ dial: refuse('no route') })
 * ```
 */
export async function startTunnelProxy(options: TunnelProxyOptions = {}): Promise<TunnelProxy> {
  const { protocol = 'http-connect', transport = 'uds', port = 0, presents = 'honest', names = {} } = options
  if (protocol === 'grpc' && transport !== 'uds') {
    throw new HarnessError(
      'usage',
      'The grpc protocol is served on unix sockets only; choose the transport uds.',
    )
  }
  const authority = options.authority ?? (await sharedAuthority())
  const dialer = new Dialer()
  for (const [name, target] of Object.entries(names)) dialer.names.set(name, target)
  const isOnSocket = transport === 'uds'
  const directory =
    isOnSocket && options.path === undefined ? await mkdtemp(join(tmpdir(), 'tunnel-')) : undefined
  const path = options.path ?? join(directory ?? '', 'proxy.sock')
  const removeDirectory = async (): Promise<void> => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  }
  let listener: ProxyListener
  try {
    const listenerOptions = { transport, port, path, authority, presents }
    listener = await (protocol === 'grpc'
      ? serveGrpc(path, dialer)
      : serveHttpConnect(listenerOptions, dialer))
  } catch (thrown) {
    await removeDirectory()
    throw thrown
  }
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    dialer.cut()
    stopping ??= listener.stop().then(removeDirectory)
    return stopping
  }
  return {
    role: 'tunnel-proxy',
    protocol,
    transport,
    url: listener.url,
    ...(isOnSocket && { socketPath: path }),
    certificateAuthority: authority.certificate,
    get journal() {
      return dialer.requestJournal.entries
    },
    answer: (answers) => dialer.answers.override(answers),
    name: (name, target) => dialer.names.set(name, target),
    onAsked: (listener) => dialer.requestJournal.onAsked(listener),
    onAnswered: (listener) => dialer.requestJournal.onAnswered(listener),
    reset: () => {
      dialer.requestJournal.clear()
      dialer.answers.clear()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
