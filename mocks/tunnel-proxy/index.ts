import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CertificateAuthority } from '#harness/certificates/authority.ts'
import { HarnessError } from '#harness/errors.ts'
import type { MockPeer, Seen } from '#harness/peer.ts'
import { type Presented, sharedAuthority } from '../tls/index.ts'
import type { TunnelAnswers, TunnelProtocol, TunnelSeen } from './asked.ts'
import type { ProxyListener, ProxyTransport } from './listener.ts'
import { serveGrpc } from './grpc.ts'
import { serveHttpConnect } from './http-connect.ts'
import { Dialer } from './dialer.ts'

export type { Dial, TunnelAnswers, TunnelProtocol, TunnelSeen } from './asked.ts'
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
} from './lies.ts'

/** How a proxy is reached, and what names it resolves. */
export interface TunnelProxyOptions {
  /** Default `http-connect`; `grpc` is served on unix sockets only. */
  readonly protocol?: TunnelProtocol
  /** Default `uds`; `mtls` refuses clients without a certificate of the authority. */
  readonly transport?: ProxyTransport
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
  readonly transport: ProxyTransport
  /** The path of the unix socket, without a scheme; set for `uds`. */
  readonly socketPath?: string
  /** PEM of the authority of a TLS listener's certificate, which client certificates must chain to. */
  readonly certificateAuthority: string
  /** Makes this proxy, and nobody else, resolve a name (`host` to a host, `host:port` to `host:port`). */
  name(name: string, target: string): void
  /** Calls back for each entry of the journal as it arrives; the returned function ends that. */
  onAsked(listener: (seen: TunnelSeen) => void): () => void
  /** Calls back for each dial once it is known what becomes of it; the returned function ends that. */
  onAnswered(listener: (seen: Seen) => void): () => void
}

/**
 * Starts a tunnel proxy: HTTP CONNECT (RFC 9110 §9.3.6) or a konnectivity server over gRPC. It connects with loopback
 * only, whatever it is asked.
 * @throws HarnessError `usage` for the protocol `grpc` on another transport than a unix socket
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
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
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    dialer.cut()
    stopped ??= listener.stop().then(removeDirectory)
    return stopped
  }
  return {
    role: 'tunnel-proxy',
    protocol,
    transport,
    url: listener.url,
    ...(isOnSocket && { socketPath: path }),
    certificateAuthority: authority.certificate,
    get journal() {
      return dialer.asked.entries
    },
    answer: (answers) => dialer.answers.override(answers),
    name: (name, target) => dialer.names.set(name, target),
    onAsked: (listener) => dialer.asked.onAsked(listener),
    onAnswered: (listener) => dialer.asked.onAnswered(listener),
    reset: () => {
      dialer.asked.clear()
      dialer.answers.clear()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
