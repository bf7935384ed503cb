/** Kinds of frames (RFC 6455 §5.2). */
export const opcode = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** A frame that a client sent. */
export interface Frame {
  readonly opcode: number
  readonly payload: Buffer
}

/** Writes one whole frame; servers do not mask. */
export function frame(kind: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x80 | kind
  if (length < 126) head[1] = length
  else if (length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}

/** The payload of a close frame: a status code (RFC 6455 §7.4.1). */
export function closeCode(code: number): Buffer {
  const payload = Buffer.alloc(2)
  payload.writeUInt16BE(code)
  return payload
}

/** Takes frames out of a byte stream as they become complete. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The frames that are complete with these bytes. */
  read(bytes: Buffer): readonly Frame[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const frames: Frame[] = []
    for (let next = this.#next(); next !== undefined; next = this.#next()) frames.push(next)
    return frames
  }

  #next(): Frame | undefined {
    const [first, second] = this.#rest
    if (first === undefined || second === undefined) return undefined
    const short = second & 0x7f
    const lengthEnd = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0)
    const maskEnd = lengthEnd + (second >= 0x80 ? 4 : 0)
    if (this.#rest.length < maskEnd) return undefined
    const length = this.#length(short)
    const end = maskEnd + length
    if (this.#rest.length < end) return undefined
    const mask = this.#rest.subarray(lengthEnd, maskEnd)
    const payload = Buffer.from(this.#rest.subarray(maskEnd, end))
    if (mask.length > 0) {
      for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at % 4] ?? 0)
    }
    this.#rest = this.#rest.subarray(end)
    return { opcode: first & 0x0f, payload }
  }

  #length(short: number): number {
    if (short === 126) return this.#rest.readUInt16BE(2)
    return short === 127 ? Number(this.#rest.readBigUInt64BE(2)) : short
  }
}
