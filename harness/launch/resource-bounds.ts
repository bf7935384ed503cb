import { totalmem } from 'node:os'
import { sizeText } from '../input/kinds.ts'
import { freeMemory } from '../machine/supplies.ts'
import { bytesIn, memoryOf, freeBytes } from '../machine/usage.ts'
import { nowMs } from '../time.ts'
import { processesBelow } from './listening.ts'

const mebibyte = 1024 * 1024

/** Limits that no ordinary program comes near during a test. */
export const bounds = {
  /** Total output. An API server at its highest verbosity prints a fraction of this limit in an hour of checks. */
  printed: 256 * mebibyte,
  /** Total size of the program's directory. */
  written: 1_024 * mebibyte,
} as const

/** Share of the file system that a program's directory may take, if the share is smaller than `bounds.written`. */
const shareOfDisk = 0.5
/** A program that holds this share of the memory is the cause of a shortage. */
const memoryShare = 0.4
// Bytes of free memory below which the system may kill the next program.
const lowMemoryBytes = 192 * mebibyte
const pollIntervalMs = 250
// Decrease of the free space, in bytes, after which the size of the program's files is read.
const diskReportBytes = 128 * mebibyte

/**
 * Watches the resources that a program uses: endless output, all memory, a full disk. Excess ends the
 * program, and is a fault of the program, not of a slow machine.
 */
export class ResourceBounds {
  readonly #directory: string
  readonly #pid: number
  readonly #found: (what: string) => void
  readonly #timer: NodeJS.Timeout
  readonly #leftBefore: number
  #printed = 0
  #isOver = false

  /** @param found receives the excess once, for a sentence that begins with the program */
  constructor(pid: number, directory: string, found: (what: string) => void) {
    this.#pid = pid
    this.#directory = directory
    this.#found = found
    this.#leftBefore = freeBytes(directory)?.left ?? 0
    this.#timer = setInterval(() => this.#look(), pollIntervalMs)
    this.#timer.unref()
  }

  /** Counts the bytes that the program printed. */
  printed(bytes: number): void {
    this.#printed += bytes
    if (this.#printed > bounds.printed) this.#end(`printed more than ${sizeText(bounds.printed)}`)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#isOver = true
  }

  #look(): void {
    this.#checkDisk()
    // The memory of the program is read only if memory is low.
    if (!this.#isOver && isMemoryLow()) this.#lookAtMemory()
  }

  #checkDisk(): void {
    const diskSpace = freeBytes(this.#directory)
    if (
      diskSpace === undefined ||
      this.#leftBefore - diskSpace.left < Math.min(diskReportBytes, diskSpace.of / 4)
    )
      return
    const bytes = bytesIn(this.#directory)
    const maxWritten = Math.min(bounds.written, shareOfDisk * diskSpace.of)
    if (bytes > maxWritten)
      this.#end(`wrote ${sizeText(bytes)} into its directory, which may have ${sizeText(maxWritten)}`)
  }

  #lookAtMemory(): void {
    const bytes = memoryOf([this.#pid, ...processesBelow(this.#pid)])
    const totalBytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
    if (bytes > memoryShare * totalBytes)
      this.#end(
        `held ${sizeText(bytes)} of the ${sizeText(totalBytes)} of memory, and ${sizeText(freeMemory())} were left`,
      )
  }

  #end(what: string): void {
    if (this.#isOver) return
    this.stop()
    this.#found(what)
  }
}

let lastMemoryCheck = { atMs: -Infinity, isLow: false }

/** Reports whether little memory is left. One reading serves all running programs. */
function isMemoryLow(): boolean {
  const atMs = nowMs()
  if (atMs - lastMemoryCheck.atMs >= pollIntervalMs / 2)
    lastMemoryCheck = { atMs, isLow: freeMemory() < lowMemoryBytes }
  return lastMemoryCheck.isLow
}
