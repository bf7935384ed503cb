import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { HarnessError } from '../errors.ts'
import { type InputKind, inputKinds, sizeText } from './kinds.ts'

const chunkBytes = 1024 * 1024

/**
 * Returns the text of a file that a user gives to the harness: a regular file within the size limit of its kind.
 * @param displayName the file as messages name it: `--target acme.yaml`
 * @throws HarnessError `config-fault` for anything else; the system's own error for a file that cannot be read
 */
export function readInput(path: string, kind: InputKind, displayName = path): string {
  const chunks: Buffer[] = []
  readChunks(path, kind, (chunk) => chunks.push(Buffer.from(chunk)), displayName)
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads a file in chunks, for content that need not be in memory as a whole. The next chunk overwrites the buffer. */
export function readChunks(
  path: string,
  kind: InputKind,
  onChunk: (chunk: Uint8Array) => void,
  displayName = path,
): void {
  // Opening a device may already have an effect.
  checkIsFile(statSync(path), kind, displayName)
  // A pipe that replaced the file meanwhile has no writer to wait for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    checkIsFile(fstatSync(file), kind, displayName)
    const buffer = Buffer.allocUnsafe(chunkBytes)
    let bytes = 0
    for (;;) {
      const length = readSync(file, buffer, 0, chunkBytes, null)
      if (length === 0) return
      bytes += length
      // Some files report no size, and others grow while they are read.
      if (bytes > inputKinds[kind].maxBytes) throw tooLargeError(kind, displayName)
      onChunk(buffer.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
}

function checkIsFile(stats: Stats, kind: InputKind, displayName: string): void {
  const { name, maxBytes } = inputKinds[kind]
  if (!stats.isFile()) {
    throw new HarnessError(
      'config-fault',
      `${displayName}: this is ${fileTypeOf(stats)}, and ${name} is a regular file of at most ${sizeText(maxBytes)}. Give such a file.`,
    )
  }
  if (stats.size > maxBytes) throw tooLargeError(kind, displayName, stats.size)
}

function tooLargeError(kind: InputKind, displayName: string, bytes?: number): HarnessError {
  const { name, maxBytes } = inputKinds[kind]
  const actualSize = bytes === undefined ? 'more than that' : sizeText(bytes)
  return new HarnessError(
    'config-fault',
    `${displayName}: ${name} has at most ${sizeText(maxBytes)}, and this file has ${actualSize}. Give the right file.`,
  )
}

function fileTypeOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}
