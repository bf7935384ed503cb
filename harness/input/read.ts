import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { HarnessError } from '../errors.ts'
import { type InputKind, inputKinds, sizeText } from './kinds.ts'

const chunkBytes = 1024 * 1024

/**
 * Returns the text of a file that a user gives to the harness: a regular file within the size limit of its kind.
 * @param shown name of the file in messages: `--target acme.yaml`
 * @throws HarnessError `config-fault` for anything else; the system's own error for a file that cannot be read
 */
export function readInput(path: string, kind: InputKind, shown = path): string {
  const chunks: Buffer[] = []
  readChunks(path, kind, (chunk) => chunks.push(Buffer.from(chunk)), shown)
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads a file in chunks, for content that need not be in memory as a whole. The next chunk overwrites the buffer. */
export function readChunks(
  path: string,
  kind: InputKind,
  take: (chunk: Uint8Array) => void,
  shown = path,
): void {
  // Opening a device may already have an effect.
  checkIsFile(statSync(path), kind, shown)
  // A pipe that replaced the file meanwhile has no writer to wait for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    checkIsFile(fstatSync(file), kind, shown)
    const buffer = Buffer.allocUnsafe(chunkBytes)
    let bytes = 0
    for (;;) {
      const length = readSync(file, buffer, 0, chunkBytes, null)
      if (length === 0) return
      bytes += length
      // Some files report no size, and others grow while they are read.
      if (bytes > inputKinds[kind].most) throw tooLargeError(kind, shown)
      take(buffer.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
}

function checkIsFile(stats: Stats, kind: InputKind, shown: string): void {
  const { name, most } = inputKinds[kind]
  if (!stats.isFile()) {
    throw new HarnessError(
      'config-fault',
      `${shown}: this is ${fileTypeOf(stats)}, and ${name} is a regular file of at most ${sizeText(most)}. Give such a file.`,
    )
  }
  if (stats.size > most) throw tooLargeError(kind, shown, stats.size)
}

function tooLargeError(kind: InputKind, shown: string, bytes?: number): HarnessError {
  const { name, most } = inputKinds[kind]
  const actualSize = bytes === undefined ? 'more than that' : sizeText(bytes)
  return new HarnessError(
    'config-fault',
    `${shown}: ${name} has at most ${sizeText(most)}, and this file has ${actualSize}. Give the right file.`,
  )
}

function fileTypeOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}
