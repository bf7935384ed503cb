import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { HarnessError, messageOf } from '#harness/errors.ts'
import { nowNs, formatTimestamp } from './clock.ts'

/** Output stream of a container. */
export type LogStream = 'stdout' | 'stderr'

/** Output of a container: lines, or a number of bytes of the file. */
export type Output =
  | { readonly lines: readonly string[]; readonly stream?: LogStream }
  | { readonly bytes: number; readonly stream?: LogStream }

// Maximum length of a log line. Runtimes split longer lines into parts.
const maxLineBytes = 16_384

/**
 * Log file of a container, in the form of the interface: a time, the stream, `F` for a whole line or `P` for a part of
 * a line, and the text. Like a real runtime, it keeps writing to a renamed file until the log is reopened.
 */
export class ContainerLog {
  readonly path: string
  #file: number | undefined
  #problem = 'it was never opened'

  constructor(path: string) {
    this.path = path
  }

  /** Opens or reopens the file at its path. The node agent must make the directories. Throws the system's error. */
  open(): void {
    this.close()
    this.#file = openSync(this.path, 'a', 0o640)
  }

  /** Opens the file if possible. If not, a later write reports the reason. */
  tryOpen(): void {
    try {
      this.open()
    } catch (error) {
      this.#problem = messageOf(error)
    }
  }

  /** Size of the open file in bytes; 0 if none is open. */
  get bytes(): number {
    return this.#file === undefined ? 0 : fstatSync(this.#file).size
  }

  /** Writes to the log. Throws `untestable` if no file is open, and `usage` for fewer bytes than a line needs. */
  write(output: Output): void {
    if (this.#file === undefined) {
      throw new HarnessError(
        'untestable',
        `A container cannot write its log ${this.path}: ${this.#problem}. The node agent makes the directory; set filesUnder of the runtime if the agent has file systems of its own.`,
      )
    }
    const stream = output.stream ?? 'stdout'
    const text =
      'lines' in output
        ? output.lines.map((line) => linesOf(line, stream)).join('')
        : fillLines(output.bytes, stream)
    writeSync(this.#file, text)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#problem = 'it was closed when the container ended'
  }
}

function linesOf(text: string, stream: LogStream): string {
  const parts = text.match(new RegExp(`[^]{1,${maxLineBytes}}`, 'gu')) ?? ['']
  return parts.map((part, index) => line(part, stream, index === parts.length - 1)).join('')
}

function line(text: string, stream: LogStream, isComplete: boolean): string {
  return `${formatTimestamp(nowNs())} ${stream} ${isComplete ? 'F' : 'P'} ${text}\n`
}

/** Returns complete lines with the given total number of bytes. */
function fillLines(bytes: number, stream: LogStream): string {
  const emptyLineBytes = line('', stream, true).length
  if (bytes < emptyLineBytes) {
    throw new HarnessError(
      'usage',
      `A log line is at least ${emptyLineBytes} bytes, so ${bytes} bytes cannot be written.`,
    )
  }
  const lines: string[] = []
  for (let remainingBytes = bytes; remainingBytes > 0; ) {
    // Leaves enough bytes for a further line.
    const maxSize = Math.min(remainingBytes, emptyLineBytes + maxLineBytes)
    const size =
      remainingBytes - maxSize > 0 && remainingBytes - maxSize < emptyLineBytes
        ? remainingBytes - emptyLineBytes
        : maxSize
    lines.push(line('x'.repeat(size - emptyLineBytes), stream, true))
    remainingBytes -= size
  }
  return lines.join('')
}
