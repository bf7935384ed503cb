/** Keeps the beginning and the end of a program's output; the middle of a flood is dropped and counted. */
export class OutputCapture {
  #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  #droppedBytes = 0

  add(chunk: Buffer): void {
    let remaining = chunk
    if (this.#headBytes < maxKeptBytes) {
      const headPart = chunk.subarray(0, maxKeptBytes - this.#headBytes)
      this.#head.push(headPart)
      this.#headBytes += headPart.length
      remaining = chunk.subarray(headPart.length)
    }
    if (remaining.length === 0) return
    this.#tail.push(remaining)
    this.#tailBytes += remaining.length
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= maxKeptBytes) {
      const oldestChunk = this.#tail.shift()
      if (oldestChunk === undefined) break
      this.#tailBytes -= oldestChunk.length
      this.#droppedBytes += oldestChunk.length
    }
  }

  /** Number of bytes printed, kept or not. */
  get bytes(): number {
    return this.#headBytes + this.#tailBytes + this.#droppedBytes
  }

  get text(): string {
    const headText = Buffer.concat(this.#head).toString('utf8')
    const tailText = Buffer.concat(this.#tail).toString('utf8')
    return this.#droppedBytes === 0
      ? headText + tailText
      : `${headText}\n[${this.#droppedBytes} bytes left out]\n${tailText}`
  }
}

// Number of bytes that are kept at each end of the output: enough for the line of a refusal and the stack of a crash.
const maxKeptBytes = 256 * 1024
