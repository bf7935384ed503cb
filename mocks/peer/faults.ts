import { setTimeout as delay } from 'node:timers/promises'
import type { JournalEntry } from '#harness/peer.ts'
import { ConnectionReset } from './connection-reset.ts'

/**
 * Function of the honest response, so that a test specifies only one fault. `Other` is an additional type of response
 * that a transport allows. An error that it throws is sent as a failure of the transport.
 */
export type Answer<Honest, Entry extends JournalEntry = JournalEntry, Other = never> = (
  honest: Honest,
  request: Entry,
) => Honest | Other | Promise<Honest | Other>

/** Fault that fits every response, because it does not depend on the type. */
export type Fault = <Honest>(honest: Honest) => Honest | Promise<Honest>

/** Returns the honest response. */
export function honestly<Honest>(honest: Honest): Honest {
  return honest
}

/** Resets the connection instead of responding. */
export function hangUp<Honest>(_honest?: Honest): never {
  throw new ConnectionReset('told to hang up')
}

/** Accepts the request and never responds. */
export function silence<Honest>(_honest?: Honest): Promise<never> {
  return new Promise(() => undefined)
}

/** Responds after a delay. */
export function after<Honest, Entry extends JournalEntry, Other = never>(
  ms: number,
  answer: NoInfer<Answer<Honest, Entry, Other>> = honestly,
): Answer<Honest, Entry, Other> {
  return async (honest, request) => {
    // A stopped peer sends no response, so the wait must not keep the process alive.
    await delay(ms, undefined, { ref: false })
    return answer(honest, request)
  }
}

/** Responds after an event, to hold a request open. */
export function when<Honest, Entry extends JournalEntry, Other = never>(
  event: Promise<unknown>,
  answer: NoInfer<Answer<Honest, Entry, Other>> = honestly,
): Answer<Honest, Entry, Other> {
  return async (honest, request) => {
    await event
    return answer(honest, request)
  }
}

/** Applies a fault to matching requests only; responds to the rest correctly. */
export function where<Honest, Entry extends JournalEntry, Other = never>(
  matches: (request: Entry) => boolean,
  answer: NoInfer<Answer<Honest, Entry, Other>>,
): Answer<Honest, Entry, Other> {
  return (honest, request) => (matches(request) ? answer(honest, request) : honest)
}

/** Applies a fault a number of times, and responds honestly from then on: `times(1, deny())` denies once. */
export function times<Honest, Entry extends JournalEntry, Other = never>(
  count: number,
  answer: NoInfer<Answer<Honest, Entry, Other>>,
): Answer<Honest, Entry, Other> {
  let remainingFailures = count
  return (honest, request) => (remainingFailures-- > 0 ? answer(honest, request) : honest)
}

/** Requests that wait for a release by the test. */
export interface Stall {
  /** The response function for the peer. */
  readonly answer: Fault
  /** Number of requests that wait now. */
  readonly held: number
  /** Responds honestly to all waiting and all later requests. */
  release(): void
}

/** Holds every request until it is released. */
export function stall(): Stall {
  let heldCount = 0
  let releaseAll: () => void = () => undefined
  const releasing = new Promise<void>((resolve) => {
    releaseAll = resolve
  })
  return {
    answer: async (honest) => {
      heldCount += 1
      await releasing
      heldCount -= 1
      return honest
    },
    get held() {
      return heldCount
    },
    release: () => releaseAll(),
  }
}
