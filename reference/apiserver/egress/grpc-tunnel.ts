import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { Duplex } from 'node:stream'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Client, type ClientDuplexStream, credentials } from '@grpc/grpc-js'
import { openStream } from '../../grpc/call.ts'
import { directOptions } from '../../grpc/channel.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import { type Packet, PacketSchema, PacketType, ProxyService } from '#protos/tunnel_pb.ts'

/** Timeout of a tunnel server in milliseconds. */
const timeoutMs = 10_000
/** Maximum number of bytes in one packet. */
const packetBytes = 32_768
/** Milliseconds to wait for the confirmation that a connection is closed. */
const closeTimeoutMs = 2000

/** Connects through a tunnel server on a unix socket. Each connection has a separate stream. */
export function grpcTunnel(path: string): Dialer {
  return async (host, port) => {
    const client = new Client(`unix:${path}`, credentials.createInsecure(), {
      ...directOptions,
      'grpc.use_local_subchannel_pool': 1,
    })
    const tunnel = new Tunnel(client)
    await tunnel.dial(`${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
    return tunnel
  }
}

/** Connection through a tunnel server. */
class Tunnel extends Duplex {
  readonly #client: Client
  readonly #stream: ClientDuplexStream<Packet, Packet>
  #connectId = 0n
  #closeSent = false
  #resolveAnswer: ((packet: Packet | Error) => void) | undefined

  constructor(client: Client) {
    super({ allowHalfOpen: false })
    this.#client = client
    this.#stream = openStream(client, ProxyService.method.proxy)
    this.#stream.on('data', (packet: Packet) => this.#receive(packet))
    this.#stream.on('error', (error: Error) => this.#endWithError(error))
    this.#stream.on('end', () => this.#endWithError(new Error('the tunnel server ended the stream')))
    // Users of the connection handle errors themselves.
    this.on('error', () => {})
  }

  /** Requests a connection. Rejects with the server's reason. */
  async dial(address: string): Promise<void> {
    const dialId = BigInt(randomInt(1, 2 ** 47))
    const answer = new Promise<Packet | Error>((resolve) => {
      this.#resolveAnswer = resolve
    })
    const timeout = setTimeout(
      () => this.#resolveAnswer?.(new Error('the tunnel server does not answer')),
      timeoutMs,
    )
    this.#send(PacketType.DIAL_REQ, {
      case: 'dialRequest',
      value: { protocol: 'tcp', address, random: dialId },
    })
    const packet = await answer
    clearTimeout(timeout)
    this.#resolveAnswer = undefined
    const { payload } = packet instanceof Error ? { payload: undefined } : packet
    const problem = packet instanceof Error ? packet.message : dialProblem(payload, dialId)
    if (problem === undefined && payload?.case === 'dialResponse') {
      this.#connectId = payload.value.connectId
      return
    }
    if (packet instanceof Error)
      this.#send(PacketType.DIAL_CLS, { case: 'closeDial', value: { random: dialId } })
    this.destroy()
    throw new Error(`${address}: ${problem}`)
  }

  override _read(): void {
    this.#stream.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    for (let offset = 0; offset < chunk.length; offset += packetBytes) {
      const data = chunk.subarray(offset, offset + packetBytes)
      this.#send(PacketType.DATA, { case: 'data', value: { connectId: this.#connectId, data } })
    }
    done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#close()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#close()
    // Keeps the stream open until the server confirms the end.
    setTimeout(() => this.#client.close(), this.#connectId === 0n ? 0 : closeTimeoutMs).unref()
    done(error)
  }

  #receive({ payload }: Packet): void {
    switch (payload.case) {
      case 'dialResponse':
        this.#resolveAnswer?.(create(PacketSchema, { payload }))
        return
      case 'data':
        if (payload.value.connectId !== this.#connectId || payload.value.data.length === 0) return
        if (!this.push(Buffer.from(payload.value.data))) this.#stream.pause()
        return
      case 'closeResponse':
        this.#closeSent = true
        this.push(null)
        this.#stream.end()
        return
      default:
    }
  }

  #endWithError(error: Error): void {
    this.#closeSent = true
    this.#resolveAnswer?.(error)
    if (!this.readableEnded && this.#connectId !== 0n) this.push(null)
  }

  #close(): void {
    if (this.#closeSent || this.#connectId === 0n) return
    this.#closeSent = true
    this.#send(PacketType.CLOSE_REQ, { case: 'closeRequest', value: { connectId: this.#connectId } })
    this.#stream.resume()
  }

  #send(type: PacketType, payload: NonNullable<MessageInitShape<typeof PacketSchema>['payload']>): void {
    this.#stream.write(create(PacketSchema, { type, payload }))
  }
}

function dialProblem(payload: Packet['payload'] | undefined, dialId: bigint): string | undefined {
  if (payload?.case !== 'dialResponse') return 'the tunnel server answered something else'
  const { error, random: echoedId, connectId } = payload.value
  if (error !== '') return error
  return echoedId === dialId && connectId !== 0n ? undefined : 'the tunnel server answered another question'
}
