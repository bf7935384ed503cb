import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { orFallback } from '../errors.ts'

const pollIntervalMs = 50
const chunkBytes = 64 * 1024
// Maximum number of bytes of one read, because a read blocks everything else. The next reads return the rest.
const maxAtOnce = 16 * 1024 * 1024

/** Follows a log file of a program from its beginning. The file may be created later. */
export class LogFile {
  readonly #path: string
  readonly #onChunk: (chunk: Buffer) => void
  readonly #timer: NodeJS.Timeout
  #offset = 0

  /** @param onChunk receives each new part of the file */
  constructor(path: string, onChunk: (chunk: Buffer) => void) {
    this.#path = path
    this.#onChunk = onChunk
    this.#timer = setInterval(() => this.read(), pollIntervalMs)
    this.#timer.unref()
  }

  /** Reads the new content. */
  read(): void {
    // The program may have replaced the file, for example by a pipe. Without `O_NONBLOCK`, opening a pipe waits for a
    // writer.
    const file = orFallback(() => openSync(this.#path, constants.O_RDONLY | constants.O_NONBLOCK), undefined)
    if (file === undefined) return
    try {
      if (!fstatSync(file).isFile()) return
      for (const untilAt = this.#offset + maxAtOnce; this.#offset < untilAt; ) {
        const chunk = Buffer.alloc(chunkBytes)
        const length = readSync(file, chunk, 0, chunkBytes, this.#offset)
        if (length === 0) return
        this.#offset += length
        this.#onChunk(chunk.subarray(0, length))
      }
    } finally {
      closeSync(file)
    }
  }

  /** Reads the rest and stops following the file. */
  end(): void {
    clearInterval(this.#timer)
    this.read()
  }
}
