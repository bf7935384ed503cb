import { totalmem } from 'node:os'
import { sizeText } from '../input/kinds.ts'
import { freeMemory } from '../machine/supplies.ts'
import { bytesIn, memoryOf, freeBytes } from '../machine/usage.ts'
import { nowMs } from '../time.ts'
import { processesBelow } from './listening.ts'

const mebibyte = 1024 * 1024

/** Limits, in bytes, far above the use of any working program during a run. */
export const bounds = {
  /** Total output. An API server at its highest verbosity prints a fraction of this limit in an hour of checks. */
  printedBytes: 256 * mebibyte,
  /** Total size of the program's directory. */
  writtenBytes: 1_024 * mebibyte,
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
 * Watches the resources that a program uses: endless output, all memory, a full disk. Excess ends the program, and is
 * never attributed to a slow machine.
 */
export class ResourceBounds {
  readonly #directory: string
  readonly #pid: number
  readonly #onExcess: (what: string) => void
  readonly #timer: NodeJS.Timeout
  readonly #initialFreeBytes: number
  #printedTotal = 0
  #isOver = false

  /** @param onExcess receives the excess once, as a predicate whose subject is the program: `printed more than 256 MiB` */
  constructor(pid: number, directory: string, onExcess: (what: string) => void) {
    this.#pid = pid
    this.#directory = directory
    this.#onExcess = onExcess
    this.#initialFreeBytes = freeBytes(directory)?.free ?? 0
    this.#timer = setInterval(() => this.#check(), pollIntervalMs)
    this.#timer.unref()
  }

  /** Counts the bytes that the program printed. */
  addPrinted(bytes: number): void {
    this.#printedTotal += bytes
    if (this.#printedTotal > bounds.printedBytes)
      this.#end(`printed more than ${sizeText(bounds.printedBytes)}`)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#isOver = true
  }

  #check(): void {
    this.#checkDisk()
    // The memory of the program is read only if memory is low.
    if (!this.#isOver && isMemoryLow()) this.#lookAtMemory()
  }

  #checkDisk(): void {
    const diskSpace = freeBytes(this.#directory)
    if (
      diskSpace === undefined ||
      this.#initialFreeBytes - diskSpace.free < Math.min(diskReportBytes, diskSpace.total / 4)
    )
      return
    const bytes = bytesIn(this.#directory)
    const maxWritten = Math.min(bounds.writtenBytes, shareOfDisk * diskSpace.total)
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
    this.#onExcess(what)
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
