import { setTimeout as delay } from 'node:timers/promises'
import type { Seen } from '#harness/peer.ts'
import { HungUp } from './hung-up.ts'

/**
 * A function of the honest answer: a test writes only its one lie. `Other` is what a transport lets it say besides an
 * answer of the honest type; what it throws is answered as the transport tells of failures.
 */
export type Answer<Honest, Asked extends Seen = Seen, Other = never> = (
  honest: Honest,
  asked: Asked,
) => Honest | Other | Promise<Honest | Other>

/** A lie that fits every answer, because it makes none of its own. */
export type Lie = <Honest>(honest: Honest) => Honest | Promise<Honest>

/** What a good peer would say. */
export function honestly<Honest>(honest: Honest): Honest {
  return honest
}

/** Resets the connection instead of answering. */
export function hangUp<Honest>(_honest?: Honest): never {
  throw new HungUp('told to hang up')
}

/** Takes the question and never answers it. */
export function silence<Honest>(_honest?: Honest): Promise<never> {
  return new Promise(() => undefined)
}

/** Answers after a while. */
export function after<Honest, Asked extends Seen, Other = never>(
  ms: number,
  answer: NoInfer<Answer<Honest, Asked, Other>> = honestly,
): Answer<Honest, Asked, Other> {
  return async (honest, asked) => {
    // A peer that has stopped owes no answer, so the wait must not keep the process alive.
    await delay(ms, undefined, { ref: false })
    return answer(honest, asked)
  }
}

/** Answers once something has happened: the way to hold a question open. */
export function when<Honest, Asked extends Seen, Other = never>(
  happened: Promise<unknown>,
  answer: NoInfer<Answer<Honest, Asked, Other>> = honestly,
): Answer<Honest, Asked, Other> {
  return async (honest, asked) => {
    await happened
    return answer(honest, asked)
  }
}

/** Lies only where it matches; answers the rest honestly. */
export function where<Honest, Asked extends Seen, Other = never>(
  matches: (asked: Asked) => boolean,
  answer: NoInfer<Answer<Honest, Asked, Other>>,
): Answer<Honest, Asked, Other> {
  return (honest, asked) => (matches(asked) ? answer(honest, asked) : honest)
}

/** Lies so many times, and is honest from then on: `times(1, deny())` denies once. */
export function times<Honest, Asked extends Seen, Other = never>(
  count: number,
  answer: NoInfer<Answer<Honest, Asked, Other>>,
): Answer<Honest, Asked, Other> {
  let left = count
  return (honest, asked) => (left-- > 0 ? answer(honest, asked) : honest)
}

/** Questions that wait for a word of the test. */
export interface Stall {
  /** The answer to give to the peer. */
  readonly answer: Lie
  /** How many questions are waiting now. */
  readonly held: number
  /** Answers all that wait, and all that come, honestly. */
  release(): void
}

/** Holds every question until it is released. */
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
