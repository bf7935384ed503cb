import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import { constants as zlib, crc32, deflateRawSync } from 'node:zlib'

// RFC 1952: the magic bytes, deflate, no flags, no time, no hint, an unknown system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
// RFC 1951: a last block in which nothing is.
const lastBlock = Buffer.from([3, 0])
// As far as deflate can refer back.
const windowBytes = 32 * 1024

/**
 * A gzip file that grows by one text after the other, and is whole after each. A text is compressed with those before
 * it in mind: texts that are alike take a fraction of what each would take by itself.
 */
export class CompressedFile {
  readonly #path: string
  /** Where the next text goes; what closed the file so far stands there. */
  #at: number | undefined
  #window = Buffer.alloc(0)
  #crc = 0
  #bytes = 0

  /** @param path what is there already stays, in front of all that is appended */
  constructor(path: string) {
    this.#path = path
  }

  append(text: string): void {
    if (text === '') return
    const bytes = Buffer.from(text)
    const dictionary = this.#window.length === 0 ? {} : { dictionary: this.#window }
    const block = deflateRawSync(bytes, { ...dictionary, finishFlush: zlib.Z_SYNC_FLUSH })
    const crc = crc32(bytes, this.#crc)
    const length = this.#bytes + bytes.length
    const opening = this.#at === undefined ? header : Buffer.alloc(0)
    const file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT)
    try {
      const from = this.#at ?? fstatSync(file).size
      const whole = Buffer.concat([opening, block, lastBlock, endingOf(crc, length)])
      for (let done = 0; done < whole.length; )
        done += writeSync(file, whole, done, whole.length - done, from + done)
      this.#at = from + opening.length + block.length
    } finally {
      closeSync(file)
    }
    this.#crc = crc
    this.#bytes = length
    this.#window = Buffer.concat([this.#window, bytes]).subarray(-windowBytes)
  }
}

/** RFC 1952: the checksum and the length of what is compressed. */
function endingOf(crc: number, length: number): Buffer {
  const ending = Buffer.alloc(8)
  ending.writeUInt32LE(crc, 0)
  ending.writeUInt32LE(length % 2 ** 32, 4)
  return ending
}
