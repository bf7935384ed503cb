import { setTimeout as sleep } from 'node:timers/promises'
import { currentCheck, expect, nowMs } from '#kit'
import { sampleOf } from './losses.ts'

/** Ways to lose the response to a call of a program that serves; `late` is within every time limit. */
export const callLosses = ['error', 'rejection', 'cut', 'silence', 'late'] as const
export type CallLoss = (typeof callLosses)[number]

/** Running program that calls a peer at each use. */
export interface CallingProgram {
  /** Number of calls that the peer has received from uses. */
  readonly calls: () => number
  /** Loses the response to the next call. */
  readonly lose: (loss: CallLoss) => void
  /** Uses the program once, in a way that makes it call the peer, and returns the result. */
  readonly use: () => Promise<string>
}

/** Program that calls a peer, with its documented results with and without a response. */
export interface LossyPeer {
  readonly start: () => Promise<CallingProgram>
  /** Result if the peer responds. */
  readonly honest: string
  /**
   * Result if the response is lost, and the program does not call again. For a loss without an entry, the result is
   * only recorded.
   */
  readonly lost: Partial<Record<CallLoss, string>>
  /** Tested losses. Default: all losses. `silence` needs a documented time limit. */
  readonly losses?: readonly CallLoss[]
}

const sampleSize = 4
// Shortest time limit of a tested program for a response of a peer.
const minTimeoutMs = 1_000
const maxCalls = 24
/** Delay of a late response, in milliseconds. */
export const lateMs = 300

/**
 * Loses the responses to calls one by one. After each loss, a call with a response shows that the program continues.
 */
export async function loseCalls({ start, honest, lost, losses = callLosses }: LossyPeer): Promise<void> {
  const { thorough, seed } = currentCheck().settings
  const program = await start()
  const countsByResult = new Map<string, number>()
  const use = async (text: string): Promise<{ readonly result: string; readonly calls: number }> => {
    const callsBefore = program.calls()
    const fromMs = nowMs()
    const result = await program.use()
    const calls = program.calls() - callsBefore
    const tookMs = nowMs() - fromMs
    // On a busy machine, a program may give up on a response that the peer has sent.
    if (result !== honest && tookMs >= minTimeoutMs) currentCheck().timing.noteTimedOutWait(tookMs)
    expect(calls, `calls of the peer ${text}`).toBeGreaterThan(0)
    return { result, calls }
  }
  expect((await use('at first')).result, 'the result at first').toBe(honest)
  for (const [index, loss] of sampleOf(losses, thorough ? maxCalls : sampleSize, seed).entries()) {
    const text = `when response ${2 * index + 2} is lost (${loss})`
    program.lose(loss)
    const { result, calls } = await use(text)
    const statedResult = loss === 'late' ? honest : lost[loss]
    // A program may retry, and then has the result of the retry.
    const allowedResults = [
      ...(statedResult === undefined ? [] : [statedResult]),
      ...(calls > 1 ? [honest] : []),
    ]
    if (statedResult !== undefined) expect(result, `the result ${text}`).toBeOneOf(allowedResults)
    const resultText = `${loss}: ${result}${calls > 1 ? ', after another call' : ''}`
    countsByResult.set(resultText, (countsByResult.get(resultText) ?? 0) + 1)
    expect((await use('after it')).result, `the result after it, ${text}`).toBe(honest)
  }
  currentCheck().observe('results of lost responses', [...countsByResult.keys()].toSorted())
}

/** Returns the response after a delay, which does not keep the process alive. */
export async function answerLate<Honest>(honest: Honest): Promise<Honest> {
  await sleep(lateMs, undefined, { ref: false })
  return honest
}
