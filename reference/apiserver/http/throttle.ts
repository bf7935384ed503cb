import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'

/** Maximum number of bytes written at once. */
const maxChunkBytes = 16_384

/**
 * Bytes per second for a connection with a long-running request, and for a connection with other requests; undefined
 * means no limit.
 */
export interface Rates {
  readonly longRunning: number | undefined
  readonly other: number | undefined
}

/** Reads `--max-connection-bytes-per-sec`. */
export function connectionRates(flags: FlagValues): Rates {
  const flagBytes = flags.number('max-connection-bytes-per-sec') ?? 0
  if (flagBytes <= 0) {
    return {
      longRunning: fault('connections-throttled-unasked') ? 100_000 : undefined,
      other: undefined,
    }
  }
  return {
    longRunning: fault('connections-not-throttled') ? undefined : flagBytes,
    other: fault('ordinary-answers-throttled') ? flagBytes : undefined,
  }
}

/** Sends strings in order, at no more than the permitted rate. `done` resolves once the last string is sent. */
export class Throttle {
  readonly #perSecond: number | undefined
  readonly #send: (part: Buffer | string) => void
  #freeAtMs = 0
  #lastWrite: Promise<void> = Promise.resolve()

  constructor(perSecond: number | undefined, send: (part: Buffer | string) => void) {
    this.#perSecond = perSecond
    this.#send = send
  }

  get done(): Promise<void> {
    return this.#lastWrite
  }

  send(text: string): void {
    const perSecond = this.#perSecond
    if (perSecond === undefined) this.#send(text)
    else this.#lastWrite = this.#lastWrite.then(() => this.#inTurns(Buffer.from(text), perSecond))
  }

  async #inTurns(bytes: Buffer, perSecond: number): Promise<void> {
    for (let offset = 0; offset < bytes.length; offset += maxChunkBytes) {
      const part = bytes.subarray(offset, offset + maxChunkBytes)
      const waitMs = this.#freeAtMs - performance.now()
      // Sequential, because the pauses limit the rate.
      if (waitMs > 0) await pause(waitMs)
      this.#send(part)
      this.#freeAtMs = Math.max(this.#freeAtMs, performance.now()) + (part.length / perSecond) * 1000
    }
  }
}
