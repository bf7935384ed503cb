/** Keeps the beginning and the end of a program's output; the middle of a flood is dropped and counted. */
export class OutputCapture {
  #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  #dropped = 0

  add(chunk: Buffer): void {
    let rest = chunk
    if (this.#headBytes < keptBytes) {
      const part = chunk.subarray(0, keptBytes - this.#headBytes)
      this.#head.push(part)
      this.#headBytes += part.length
      rest = chunk.subarray(part.length)
    }
    if (rest.length === 0) return
    this.#tail.push(rest)
    this.#tailBytes += rest.length
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= keptBytes) {
      const oldest = this.#tail.shift()
      if (oldest === undefined) break
      this.#tailBytes -= oldest.length
      this.#dropped += oldest.length
    }
  }

  /** Number of bytes printed, kept or not. */
  get bytes(): number {
    return this.#headBytes + this.#tailBytes + this.#dropped
  }

  get text(): string {
    const head = Buffer.concat(this.#head).toString('utf8')
    const tail = Buffer.concat(this.#tail).toString('utf8')
    return this.#dropped === 0 ? head + tail : `${head}\n[${this.#dropped} bytes left out]\n${tail}`
  }
}

// Bytes kept at each end; a refusal needs a line, a crash a stack.
const keptBytes = 256 * 1024
