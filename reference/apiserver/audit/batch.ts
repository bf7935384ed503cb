import { setTimeout as pause } from 'node:timers/promises'
import { TokenBucket } from '../../client-config/token-bucket.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { AuditEvent } from './event.ts'
import type { Backend, Family, Sink } from './sink.ts'

interface Settings {
  readonly bufferSize: number
  readonly maxSize: number
  readonly maxWaitMs: number | undefined
  readonly throttle: TokenBucket | undefined
}

// Limits the wait that a fault causes for requests, so that they still get a response.
const defectiveWaitMs = 2_000
const earlyMs = 100

/** Asynchronous backend that collects events and writes them in batches. */
export class Batch implements Backend {
  readonly isStrict = false
  readonly #sink: Sink
  readonly #family: Family
  readonly #settings: Settings
  readonly #pendingWrites = new Set<Promise<void>>()
  #buffer: AuditEvent[] = []
  #timer: NodeJS.Timeout | undefined
  #isSending = false
  #isDue = false

  constructor(sink: Sink, family: Family, flags: FlagValues) {
    this.#sink = sink
    this.#family = family
    this.#settings = settingsOf(family, flags)
  }

  async record(event: AuditEvent): Promise<void> {
    const { bufferSize, maxSize } = this.#settings
    const isFull = this.#buffer.length >= bufferSize
    if (isFull && !fault(`audit-${this.#family}-buffer-unbounded`)) return
    this.#buffer.push(event)
    if (this.#buffer.length >= maxSize) this.#send()
    else this.#wait()
    if (!fault(`audit-${this.#family}-batch-blocks`)) return
    const fromMs = performance.now()
    while (this.#buffer.includes(event) && performance.now() - fromMs < defectiveWaitMs) await pause(10)
    await Promise.race([Promise.all(this.#pendingWrites), pause(defectiveWaitMs)])
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    const lostFault = this.#family === 'log' ? 'audit-not-flushed' : 'audit-webhook-not-flushed'
    if (this.#buffer.length > 0 && fault(lostFault)) this.#buffer = []
    while (this.#buffer.length > 0) this.#write(this.#buffer.splice(0, this.#settings.maxSize))
    await Promise.all(this.#pendingWrites)
    this.#sink.end()
  }

  /** Schedules a write for the time when the oldest event has waited long enough. */
  #wait(): void {
    const sendsEarly = freedom('audit-batches-sent-early')
    const waitMs = sendsEarly ? earlyMs : this.#settings.maxWaitMs
    if (waitMs === undefined) return
    if (this.#timer !== undefined && fault(`audit-${this.#family}-batch-wait-restarted`)) {
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#isDue = true
      this.#send()
    }, waitMs)
  }

  #send(): void {
    if (this.#isSending) return
    this.#isSending = true
    void this.#sendAll().finally(() => {
      this.#isSending = false
    })
  }

  async #sendAll(): Promise<void> {
    const { maxSize, throttle } = this.#settings
    while (this.#buffer.length >= maxSize || (this.#isDue && this.#buffer.length > 0)) {
      await throttle?.take()
      const batch = this.#buffer.splice(0, maxSize)
      if (this.#buffer.length === 0) this.#isDue = false
      if (batch.length > 0) this.#write(batch)
    }
    this.#isDue = false
    if (this.#buffer.length > 0) this.#wait()
  }

  #write(batch: readonly AuditEvent[]): void {
    // No request waits for these events: if the write fails, they are lost.
    const pendingWrite = this.#sink
      .write(batch)
      .catch(() => {})
      .finally(() => this.#pendingWrites.delete(pendingWrite))
    this.#pendingWrites.add(pendingWrite)
  }
}

function settingsOf(family: Family, flags: FlagValues): Settings {
  const batchOptions = optionsOf(family, flags)
  const maxSize = batchOptions.number('max-size') ?? 1
  const maxWaitMs = batchOptions.durationMs('max-wait')
  return {
    bufferSize: batchOptions.number('buffer-size') ?? 0,
    maxSize: maxSize > 1 && fault(`audit-${family}-batch-size-doubled`) ? 2 * maxSize : maxSize,
    maxWaitMs:
      maxWaitMs !== undefined && fault(`audit-${family}-batch-wait-trebled`) ? 3 * maxWaitMs : maxWaitMs,
    throttle: throttleOf(family, batchOptions),
  }
}

function throttleOf(family: Family, batchOptions: Options): TokenBucket | undefined {
  const qps = batchOptions.number('throttle-qps') ?? 0
  const burst = batchOptions.number('throttle-burst') ?? 0
  const isThrottled = batchOptions.bool('throttle-enable')
    ? !fault(`audit-${family}-throttle-ignored`)
    : qps > 0 && fault(`audit-${family}-throttle-always`)
  if (!isThrottled) return undefined
  const perSecond = fault(`audit-${family}-throttle-qps-doubled`) ? 2 * qps : qps
  const effectiveBurst = burst > 1 && fault(`audit-${family}-throttle-burst-ignored`) ? 1 : burst
  return new TokenBucket(perSecond, effectiveBurst)
}

type Options = ReturnType<typeof optionsOf>

/** Returns the batch options of one family, by the suffixes of their names. */
function optionsOf(family: Family, flags: FlagValues) {
  const faultyDefaults = defectiveDefaults(family)
  const name = (suffix: string) => `audit-${family}-batch-${suffix}`
  const faultyDefaultOf = (suffix: string) => (flags.isSet(name(suffix)) ? undefined : faultyDefaults[suffix])
  return {
    number: (suffix: string) => faultyDefaultOf(suffix) ?? flags.number(name(suffix)),
    durationMs: (suffix: string) => faultyDefaultOf(suffix) ?? flags.durationMs(name(suffix)),
    bool: (suffix: string) => (faultyDefaultOf(suffix) === undefined ? flags.bool(name(suffix)) : false),
  }
}

/** Returns faulty values in place of defaults: numbers, milliseconds, and 0 for false. */
function defectiveDefaults(family: Family): Partial<Record<string, number>> {
  return {
    ...(fault(`audit-${family}-buffer-default-smaller`) && { 'buffer-size': 500 }),
    ...(family === 'webhook' && {
      ...(fault('audit-webhook-batch-size-default-smaller') && { 'max-size': 100 }),
      ...(fault('audit-webhook-batch-wait-default-trebled') && { 'max-wait': 90_000 }),
      ...(fault('audit-webhook-not-throttled-by-default') && { 'throttle-enable': 0 }),
      ...(fault('audit-webhook-throttle-qps-default-doubled') && { 'throttle-qps': 20 }),
      ...(fault('audit-webhook-throttle-burst-default-smaller') && { 'throttle-burst': 5 }),
      ...(fault('audit-webhook-throttle-burst-default-doubled') && { 'throttle-burst': 30 }),
    }),
  }
}
