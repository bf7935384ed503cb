import type { Socket } from 'node:net'
import { type Duplex, serve, startGrpcServer } from '../grpc/index.ts'
import { ConnectionReset } from '../peer/index.ts'
import type { ProxyListener } from './listener.ts'
import { type DialRequest, PacketSchema, PacketType, ProxyService, type Packet } from '#protos/tunnel_pb.ts'
import { dialRecord, type Dialer } from './dialer.ts'
import type { TunnelRequest } from './request.ts'

type PacketStream = Duplex<typeof PacketSchema, typeof PacketSchema>

/** Serves the packets of konnectivity on a unix socket. */
export async function serveGrpc(path: string, dialer: Dialer): Promise<ProxyListener> {
  const service = serve(ProxyService, { proxy: (stream) => new PacketSession(stream, dialer).start() })
  const server = await startGrpcServer({ services: [service], address: path })
  return { url: server.url, stop: () => server.stop() }
}

const firstBytesTimeoutMs = 100

interface Tunnel {
  readonly target: Socket
  readonly request: TunnelRequest
  /** Starts to read from the target. A second call has no effect. */
  readonly resumeTarget: () => void
}

/** Stream of packets, which may carry several connections. */
class PacketSession {
  readonly #stream: PacketStream
  readonly #dialer: Dialer
  readonly #tunnels = new Map<bigint, Tunnel>()
  /** Random ids of the dials that the client has not cancelled. */
  readonly #pendingDials = new Set<bigint>()
  #lastId = 0n

  constructor(stream: PacketStream, dialer: Dialer) {
    this.#stream = stream
    this.#dialer = dialer
  }

  start(): void {
    this.#stream.onMessage((packet) => this.#handlePacket(packet))
    this.#stream.onEnd(() => {
      this.#pendingDials.clear()
      for (const { target } of this.#tunnels.values()) target.destroy()
      this.#stream.end()
    })
  }

  #handlePacket({ payload }: Packet): void {
    switch (payload.case) {
      case 'dialRequest':
        this.#pendingDials.add(payload.value.random)
        void this.#dial(payload.value)
        break
      case 'data': {
        const tunnel = this.#tunnels.get(payload.value.connectId)
        if (tunnel === undefined) break
        tunnel.request.sentBytes += payload.value.data.length
        tunnel.target.write(payload.value.data)
        tunnel.resumeTarget()
        break
      }
      case 'closeRequest':
        // The response is sent when the connection to the target has closed.
        this.#tunnels.get(payload.value.connectId)?.target.destroy()
        break
      case 'closeDial':
        this.#pendingDials.delete(payload.value.random)
        break
      default:
        break
    }
  }

  async #dial({ address, random }: DialRequest): Promise<void> {
    const request = dialRecord('grpc', address)
    const dial = await this.#dialer.decide(request)
    if (!this.#pendingDials.has(random)) return
    if (dial === 'hang-up') return this.#stream.end(new ConnectionReset('told to hang up'))
    const refusal = dial.refusal?.reason ?? (dial.to === undefined ? 'the answer names no target' : undefined)
    if (refusal !== undefined) return this.#respond(random, { error: refusal })
    let target: Socket
    try {
      target = await this.#dialer.open(dial.to ?? '', request)
    } catch {
      return this.#respond(random, { error: request.error ?? 'the target does not answer' })
    }
    if (!this.#pendingDials.has(random)) return void target.destroy()
    this.#lastId += 1n
    const connectId = this.#lastId
    const resumeTarget = (): void => void target.resume()
    this.#tunnels.set(connectId, { target, request, resumeTarget })
    this.#respond(random, { connectId })
    if (dial.early !== undefined) this.#sendData(connectId, Buffer.from(dial.early))
    const { cutAfterBytes = Number.POSITIVE_INFINITY } = dial
    target.on('data', (data: Buffer) => {
      this.#sendData(connectId, data)
      if (request.receivedBytes >= cutAfterBytes) target.destroy()
    })
    target.once('end', () => target.end())
    target.once('close', () => {
      this.#tunnels.delete(connectId)
      const value = { connectId, error: '' }
      this.#stream.send({ type: PacketType.CLOSE_RSP, payload: { case: 'closeResponse', value } })
    })
    // Clients drop data that arrives before they have recorded the connection, and some targets send first.
    setTimeout(resumeTarget, firstBytesTimeoutMs).unref()
  }

  #respond(dialId: bigint, outcome: { error: string } | { connectId: bigint }): void {
    this.#pendingDials.delete(dialId)
    const value = { error: '', connectId: 0n, ...outcome, random: dialId }
    this.#stream.send({ type: PacketType.DIAL_RSP, payload: { case: 'dialResponse', value } })
  }

  #sendData(connectId: bigint, data: Buffer): void {
    this.#stream.send({
      type: PacketType.DATA,
      payload: { case: 'data', value: { connectId, error: '', data } },
    })
  }
}
