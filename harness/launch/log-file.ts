import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { quietly } from '../errors.ts'

const lookEveryMs = 50
const chunkBytes = 64 * 1024
// What a program logs faster than that is read by the next looks: nothing else happens here meanwhile.
const mostAtOnce = 16 * 1024 * 1024

/** Follows a file that a program logs to, from its beginning; one that is not there yet may come. */
export class LogFile {
  readonly #path: string
  readonly #take: (chunk: Buffer) => void
  readonly #looking: NodeJS.Timeout
  #at = 0

  /** @param take hears each new part of the file */
  constructor(path: string, take: (chunk: Buffer) => void) {
    this.#path = path
    this.#take = take
    this.#looking = setInterval(() => this.read(), lookEveryMs)
    this.#looking.unref()
  }

  /** Takes what is new by now. */
  read(): void {
    // The program may have made something else of it, a pipe, say, which has nothing to read as long as nobody writes.
    const file = quietly(() => openSync(this.#path, constants.O_RDONLY | constants.O_NONBLOCK), undefined)
    if (file === undefined) return
    try {
      if (!fstatSync(file).isFile()) return
      for (const untilAt = this.#at + mostAtOnce; this.#at < untilAt; ) {
        const chunk = Buffer.alloc(chunkBytes)
        const length = readSync(file, chunk, 0, chunkBytes, this.#at)
        if (length === 0) return
        this.#at += length
        this.#take(chunk.subarray(0, length))
      }
    } finally {
      closeSync(file)
    }
  }

  /** Takes what is left, and follows it no longer. */
  end(): void {
    clearInterval(this.#looking)
    this.read()
  }
}
