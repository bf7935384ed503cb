import { appendFileSync, writeFileSync } from 'node:fs'
import { environmentFault } from '../environment.ts'
import type { HarnessError } from '../errors.ts'
import type { RunEvent } from '../events.ts'

/** The events of a run as they come: kept, written to their file at once, and told to whoever looks on. */
export class EventStream {
  readonly events: RunEvent[] = []
  readonly #file: string
  readonly #listener: (event: RunEvent) => void
  #tellFailure: (fault: HarnessError) => void = () => {}
  /** What kept events from being written, if anything did: nothing after it counts. */
  fault: HarnessError | undefined
  /** Rejects with that fault. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#tellFailure = reject
  })

  /** Begins the file anew. */
  constructor(file: string, listener: (event: RunEvent) => void) {
    this.#file = file
    this.#listener = listener
    this.failed.catch(() => {})
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

  /** Takes it that nothing counts from here on. */
  fail(fault: HarnessError): void {
    this.fault ??= fault
    this.#tellFailure(fault)
  }
}
