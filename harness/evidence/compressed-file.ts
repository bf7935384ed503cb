import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import { constants as zlib, crc32, deflateRawSync } from 'node:zlib'

// RFC 1952: the magic bytes, deflate, no flags, no time, no hint, an unknown system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
// RFC 1951: an empty last block.
const lastBlock = Buffer.from([3, 0])
// Maximum distance of deflate references.
const windowBytes = 32 * 1024

/**
 * A gzip file that grows by one text at a time, and is complete after each text. Each text is compressed with reference
 * to the earlier texts, so that similar texts take a fraction of their separate size.
 */
export class CompressedFile {
  readonly #path: string
  /** Position of the next text, which overwrites the current end of the file. */
  #position: number | undefined
  #window = Buffer.alloc(0)
  #crc = 0
  #bytes = 0

  /** @param path the file; its existing content stays in front of all appended texts */
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
    const opening = this.#position === undefined ? header : Buffer.alloc(0)
    const file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT)
    try {
      const offset = this.#position ?? fstatSync(file).size
      const fileEnd = Buffer.concat([opening, block, lastBlock, endingOf(crc, length)])
      for (let written = 0; written < fileEnd.length; )
        written += writeSync(file, fileEnd, written, fileEnd.length - written, offset + written)
      this.#position = offset + opening.length + block.length
    } finally {
      closeSync(file)
    }
    this.#crc = crc
    this.#bytes = length
    this.#window = Buffer.concat([this.#window, bytes]).subarray(-windowBytes)
  }
}

/** Returns the trailer of a gzip file: the checksum and the length of the uncompressed data (RFC 1952). */
function endingOf(crc: number, length: number): Buffer {
  const ending = Buffer.alloc(8)
  ending.writeUInt32LE(crc, 0)
  ending.writeUInt32LE(length % 2 ** 32, 4)
  return ending
}
