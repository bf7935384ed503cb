import type { Peer, JournalEntry } from '#harness/peer.ts'
import { ControlError } from './control-error.ts'

// Maximum duration of a wait: long hasEnough for any test. Waits of clients that have left end at this limit.
const maxWithinMs = 600_000

/** Requests that a peer received, for clients that wait for them. */
export class JournalQuery {
  readonly #peer: Peer
  readonly #rechecks = new Set<() => void>()
  #hasEnded = false

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** Checks the journal again for the waiting clients. */
  recheckWaits(): void {
    for (const recheck of this.#rechecks) recheck()
  }

  /** Ends all waits. */
  end(): void {
    this.#hasEnded = true
    this.recheckWaits()
  }

  /**
   * Returns the entries whose description contains the parameter `what`, as soon as there are `times` of them.
   * @throws ControlError 408 if there are fewer after `withinMs`, and 400 for invalid numbers
   */
  async journal(query: URLSearchParams): Promise<object> {
    const searchText = query.get('what') ?? ''
    const times = wholeNumber(query, 'times', Infinity)
    const withinMs = wholeNumber(query, 'withinMs', maxWithinMs)
    const entries = () => this.#peer.journal.filter((request) => request.what.includes(searchText))
    if (!(await this.#waitUntil(() => entries().length >= times, withinMs))) {
      const foundCount = entries().length
      throw new ControlError(408, `${foundCount} of ${times} such entries were there within ${withinMs} ms.`)
    }
    return { entries: entries().map(entryOf) }
  }

  #waitUntil(hasEnough: () => boolean, withinMs: number): Promise<boolean> {
    if (hasEnough() || withinMs === 0) return Promise.resolve(hasEnough())
    return new Promise((resolve) => {
      const end = (isFulfilled: boolean): void => {
        clearTimeout(timer)
        this.#rechecks.delete(recheck)
        resolve(isFulfilled)
      }
      const recheck = (): void => {
        if (hasEnough() || this.#hasEnded) end(hasEnough())
      }
      const timer = setTimeout(() => end(hasEnough()), withinMs)
      this.#rechecks.add(recheck)
    })
  }
}

function wholeNumber(query: URLSearchParams, name: string, max: number): number {
  const text = query.get(name) ?? '0'
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text)
  throw new ControlError(400, `${name} is a whole number${max === Infinity ? '' : ` up to ${max}`}.`)
}

function entryOf({ atMs, ...request }: JournalEntry): object {
  return { at: new Date(atMs).toISOString(), ...request }
}
