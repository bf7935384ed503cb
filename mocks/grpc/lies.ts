import { setTimeout as delay } from 'node:timers/promises'
import type { Seen } from '#harness/peer.ts'
import { GrpcError, HungUp, type StatusName } from './status.ts'

/** A function of the honest answer: a test writes only its one lie. What it throws is answered as a status. */
export type Answer<Honest, Asked extends Seen = Seen> = (
  honest: Honest,
  asked: Asked,
) => Honest | Promise<Honest>

/** A lie that fits every method, because it makes no answer of its own. */
export type Lie = <Honest>(honest: Honest) => Honest | Promise<Honest>

/** What a good peer would say. */
export function honestly<Honest>(honest: Honest): Honest {
  return honest
}

/** Refuses with a status: `fail('UNAVAILABLE', 'the key store is away')`. */
export function fail(code: StatusName, message = `told to answer ${code}`): Lie {
  return () => {
    throw new GrpcError(code, message)
  }
}

/** Resets the connection instead of answering. */
export const hangUp: Lie = () => {
  throw new HungUp('told to hang up')
}

/** Takes the request and never answers it. */
export const silence: Lie = () => new Promise(() => undefined)

/** Answers after a while. */
export function after<Honest, Asked extends Seen>(
  ms: number,
  answer: Answer<Honest, Asked> = honestly,
): Answer<Honest, Asked> {
  return async (honest, asked) => {
    // A peer that has stopped owes no answer, so the wait must not keep the process alive.
    await delay(ms, undefined, { ref: false })
    return answer(honest, asked)
  }
}

/** Answers once something has happened. */
export function when<Honest, Asked extends Seen>(
  happened: Promise<unknown>,
  answer: Answer<Honest, Asked> = honestly,
): Answer<Honest, Asked> {
  return async (honest, asked) => {
    await happened
    return answer(honest, asked)
  }
}

/** Lies only where it matches; answers the rest honestly. */
export function where<Honest, Asked extends Seen>(
  matches: (asked: Asked) => boolean,
  answer: Answer<Honest, Asked>,
): Answer<Honest, Asked> {
  return (honest, asked) => (matches(asked) ? answer(honest, asked) : honest)
}

/** Requests that wait for a word of the test. */
export interface Stall {
  /** The answer to give to the peer. */
  readonly answer: Lie
  /** How many requests are waiting now. */
  readonly held: number
  /** Answers all that wait, and all that come, honestly. */
  release(): void
}

/** Holds every request until it is released. */
export function stall(): Stall {
  let held = 0
  let open: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    answer: async (honest) => {
      held += 1
      await released
      held -= 1
      return honest
    },
    get held() {
      return held
    },
    release: () => open(),
  }
}
