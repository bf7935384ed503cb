import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/**
 * Response of a server to the first message of a TLS client; `alert` is the number of its description (RFC 5246 §7.2).
 */
export type FirstResponse = { readonly suite: number } | { readonly alert: number } | { readonly cut: true }

/** No server takes longer for its first message, however busy it is. */
const withinMs = 10_000

// Numbers of RFC 5246 and RFC 8422.
const record = { alert: 21, handshake: 22 } as const
const tls12 = [3, 3] as const
const groups = [0x001d, 0x0017]
const signatures = [0x0403, 0x0503, 0x0804, 0x0805, 0x0401, 0x0501, 0x0203, 0x0201]
const recordHead = 5
const suiteAt = recordHead + 4 + 2 + 32

/**
 * Offers one cipher suite of TLS 1.2, which current libraries may not support, and returns the response of the server.
 */
export function firstResponse(port: number, suite: number, host = '127.0.0.1'): Promise<FirstResponse> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(clientHello(suite)))
    let heard = Buffer.alloc(0)
    const end = (word: FirstResponse): void => {
      socket.destroy()
      resolve(word)
    }
    socket.setTimeout(withinMs, () => end({ cut: true }))
    socket.once('error', () => end({ cut: true }))
    socket.once('close', () => end({ cut: true }))
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      const word = responseOf(heard)
      if (word !== undefined) end(word)
    })
  })
}

function responseOf(heard: Buffer): FirstResponse | undefined {
  const [type] = heard
  if (type === undefined) return undefined
  if (type === record.alert) {
    return heard.length < recordHead + 2 ? undefined : { alert: heard.readUInt8(recordHead + 1) }
  }
  // Any other message is not TLS.
  if (type !== record.handshake) return { cut: true }
  if (heard.length <= suiteAt) return undefined
  const at = suiteAt + 1 + heard.readUInt8(suiteAt)
  return heard.length < at + 2 ? undefined : { suite: heard.readUInt16BE(at) }
}

function clientHello(suite: number): Buffer {
  const body = Buffer.concat([
    Buffer.from(tls12),
    randomBytes(32),
    sized(1, Buffer.alloc(0)),
    sized(2, shorts([suite])),
    sized(1, Buffer.from([0])),
    sized(
      2,
      Buffer.concat([
        extension(10, sized(2, shorts(groups))),
        extension(11, sized(1, Buffer.from([0]))),
        extension(13, sized(2, shorts(signatures))),
      ]),
    ),
  ])
  const message = Buffer.concat([Buffer.from([1]), sized(3, body)])
  return Buffer.concat([Buffer.from([record.handshake, 3, 1]), sized(2, message)])
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([shorts([type]), sized(2, content)])
}

function shorts(numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map((number) => bigEndian(number, 2)))
}

/** Returns bytes preceded by their length. */
function sized(bytes: number, content: Buffer): Buffer {
  return Buffer.concat([bigEndian(content.length, bytes), content])
}

function bigEndian(number: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(number, 0, bytes)
  return buffer
}
