import { setTimeout as sleep } from 'node:timers/promises'
import { currentCheck, expect, type StartOutcome } from '#kit'
import { chosenLosses, type LostAnswer, lossText } from './losses.ts'

/** Start of a program of which one response may be lost. */
export interface LossyStart {
  /**
   * Starts the program and its peers.
   * @param lost the response to lose, or `undefined` for the accepted start
   * @returns the outcome of the start, and the number of requests to the peer
   */
  readonly start: (lost: LostAnswer | undefined) => Promise<{ outcome: StartOutcome; requests: number }>
  /** Readable name of the peer. */
  readonly peer: string
}

/** Time after readiness in which a program sends further requests, in milliseconds. */
export const firstSecondsMs = 1_000

/** Waits for the first seconds after a start. No event marks the end of this period. */
export function waitFirstSeconds(): Promise<void> {
  return sleep(firstSecondsMs)
}

/**
 * Starts the program repeatedly, each time without one response. The outcomes are recorded, because the documents do
 * not state them, but a program must become ready or end with an error, and not crash or hang.
 */
export async function loseEachResponse({ start, peer }: LossyStart): Promise<void> {
  const acceptedStart = await start(undefined)
  expect(acceptedStart.outcome, `the start with all responses of the ${peer}`).toMatchObject({
    outcome: 'ready',
  })
  expect(acceptedStart.requests, `requests to the ${peer}`).toBeGreaterThan(0)
  const outcomes = new Map<string, number>()
  for (const lostAnswer of chosenLosses(acceptedStart.requests)) {
    const { outcome } = await start(lostAnswer)
    const text = `the start with ${lossText(lostAnswer)} of the ${peer}: ${outcome.why ?? outcome.error ?? ''}`
    expect(outcome.outcome, text).toBeOneOf(['ready', 'refused'])
    const label = `${lostAnswer.loss}: ${outcome.outcome}`
    outcomes.set(label, (outcomes.get(label) ?? 0) + 1)
  }
  const outcomeKinds = [...outcomes.keys()].toSorted()
  currentCheck().observe(`outcomes of starts that lose one response of the ${peer}`, outcomeKinds)
}
