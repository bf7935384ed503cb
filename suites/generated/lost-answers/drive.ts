import { setTimeout as sleep } from 'node:timers/promises'
import { currentCheck, expect, type StartOutcome } from '#kit'
import { chosenLosses, type LostAnswer, lostText } from './losses.ts'

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
export function firstSeconds(): Promise<void> {
  return sleep(firstSecondsMs)
}

/**
 * Loses one request of a start after the other. The documents do not state what a program does then, so the outcomes are
 * recorded; but it becomes ready or ends with an error, and neither crashes nor hangs.
 */
export async function loseEachResponse({ start, peer }: LossyStart): Promise<void> {
  const accepted = await start(undefined)
  expect(accepted.outcome, `the start with all responses of the ${peer}`).toMatchObject({ outcome: 'ready' })
  expect(accepted.requests, `requests to the ${peer}`).toBeGreaterThan(0)
  const outcomes = new Map<string, number>()
  for (const lost of chosenLosses(accepted.requests)) {
    const { outcome } = await start(lost)
    const text = `the start with ${lostText(lost)} of the ${peer}: ${outcome.why ?? outcome.error ?? ''}`
    expect(outcome.outcome, text).toBeOneOf(['ready', 'refused'])
    const label = `${lost.loss}: ${outcome.outcome}`
    outcomes.set(label, (outcomes.get(label) ?? 0) + 1)
  }
  const kinds = [...outcomes.keys()].toSorted()
  currentCheck().observe(`outcomes of starts that lose one response of the ${peer}`, kinds)
}
