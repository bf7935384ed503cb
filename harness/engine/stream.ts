import { appendFileSync, writeFileSync } from 'node:fs'
import { environmentFault } from '../environment.ts'
import type { HarnessError } from '../errors.ts'
import type { RunEvent } from '../events.ts'

/** The events of a run as they occur: stored, written to their file at once, and passed to a listener. */
export class EventStream {
  readonly events: RunEvent[] = []
  readonly #file: string
  readonly #listener: (event: RunEvent) => void
  #rejectFailure: (writeError: HarnessError) => void = () => {}
  /** Error that prevented events from being written, if any. All later results are invalid. */
  fault: HarnessError | undefined
  /** Promise that rejects with `fault`. */
  readonly failure = new Promise<never>((_resolve, reject) => {
    this.#rejectFailure = reject
  })

  /** Opens the stream. An existing file is truncated. */
  constructor(file: string, listener: (event: RunEvent) => void) {
    this.#file = file
    this.#listener = listener
    this.failure.catch(() => {})
    writeFileSync(file, '')
  }

  write(event: RunEvent): void {
    if (this.fault !== undefined) return
    try {
      appendFileSync(this.#file, `${JSON.stringify(event)}\n`)
    } catch (thrown) {
      const fault = environmentFault(thrown, `Could not write ${this.#file}`)
      if (fault === undefined) throw thrown
      return this.fail(fault)
    }
    this.events.push(event)
    this.#listener(event)
  }

  /** Records that all later results are invalid. */
  fail(fault: HarnessError): void {
    this.fault ??= fault
    this.#rejectFailure(fault)
  }
}
