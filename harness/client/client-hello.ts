import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/**
 * Response of a server to the first message of a TLS client; `alert` is the number of its description (RFC 5246 §7.2).
 */
export type FirstResponse = { readonly suite: number } | { readonly alert: number } | { readonly cut: true }

/** Time limit for the first message of a busy server. */
const withinMs = 10_000

// Record types of RFC 5246.
const recordTypes = { alert: 21, handshake: 22 } as const
const tls12Version = [3, 3] as const
const supportedGroups = [0x001d, 0x0017]
const signatureSchemes = [0x0403, 0x0503, 0x0804, 0x0805, 0x0401, 0x0501, 0x0203, 0x0201]
const recordHeaderBytes = 5
const suiteOffset = recordHeaderBytes + 4 + 2 + 32

/**
 * Offers one cipher suite of TLS 1.2, which current libraries may not support, and returns the response of the server.
 */
export function firstResponse(port: number, suite: number, host = '127.0.0.1'): Promise<FirstResponse> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(clientHello(suite)))
    let received = Buffer.alloc(0)
    const finish = (response: FirstResponse): void => {
      socket.destroy()
      resolve(response)
    }
    socket.setTimeout(withinMs, () => finish({ cut: true }))
    socket.once('error', () => finish({ cut: true }))
    socket.once('close', () => finish({ cut: true }))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const response = responseOf(received)
      if (response !== undefined) finish(response)
    })
  })
}

function responseOf(receivedBytes: Buffer): FirstResponse | undefined {
  const [type] = receivedBytes
  if (type === undefined) return undefined
  if (type === recordTypes.alert) {
    return receivedBytes.length < recordHeaderBytes + 2
      ? undefined
      : { alert: receivedBytes.readUInt8(recordHeaderBytes + 1) }
  }
  // Any other message is not TLS.
  if (type !== recordTypes.handshake) return { cut: true }
  if (receivedBytes.length <= suiteOffset) return undefined
  const compressionOffset = suiteOffset + 1 + receivedBytes.readUInt8(suiteOffset)
  return receivedBytes.length < compressionOffset + 2
    ? undefined
    : { suite: receivedBytes.readUInt16BE(compressionOffset) }
}

function clientHello(suite: number): Buffer {
  const body = Buffer.concat([
    Buffer.from(tls12Version),
    randomBytes(32),
    withLengthPrefix(1, Buffer.alloc(0)),
    withLengthPrefix(2, uint16List([suite])),
    withLengthPrefix(1, Buffer.from([0])),
    withLengthPrefix(
      2,
      Buffer.concat([
        extension(10, withLengthPrefix(2, uint16List(supportedGroups))),
        extension(11, withLengthPrefix(1, Buffer.from([0]))),
        extension(13, withLengthPrefix(2, uint16List(signatureSchemes))),
      ]),
    ),
  ])
  const message = Buffer.concat([Buffer.from([1]), withLengthPrefix(3, body)])
  return Buffer.concat([Buffer.from([recordTypes.handshake, 3, 1]), withLengthPrefix(2, message)])
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([uint16List([type]), withLengthPrefix(2, content)])
}

function uint16List(numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((number) => bigEndian(number, 2)))
}

/** Returns bytes preceded by their length. */
function withLengthPrefix(bytes: number, content: Buffer): Buffer {
  return Buffer.concat([bigEndian(content.length, bytes), content])
}

function bigEndian(number: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(number, 0, bytes)
  return buffer
}
