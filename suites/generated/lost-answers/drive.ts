import { setTimeout as sleep } from 'node:timers/promises'
import { currentCheck, expect, type StartOutcome } from '#kit'
import { chosenLosses, type LostAnswer, lossText } from './losses.ts'

/** A start of a program, one request of which may be lost. */
export interface LossyStart {
  /**
   * Starts the program and its peers.
   * @param lost the request that is lost; none for the accepted start
   * @returns the outcome of the start, and the number of requests to the peer
   */
  readonly start: (lost: LostAnswer | undefined) => Promise<{ outcome: StartOutcome; requests: number }>
  /** Name of the peer, for people. */
  readonly peer: string
}

/** Time in which a program that serves goes on to send requests, in milliseconds. */
export const firstSecondsMs = 1_000

/** Waits for the first seconds after a start. The wait itself is the subject: nothing marks its end. */
export function waitFirstSeconds(): Promise<void> {
  return sleep(firstSecondsMs)
}

/**
 * Loses one request of a start after the other. The documents do not state what a program does then, so the outcomes are
 * recorded; but it becomes ready or ends with an error, and neither crashes nor hangs.
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
