import { setTimeout as delay } from 'node:timers/promises'
import type { Dial, TunnelAnswers } from './asked.ts'

type DialAnswer = TunnelAnswers['dial']

/** Refuses the dial; the status is for HTTP only. */
export function refuse(reason: string, status = 503): DialAnswer {
  return () => ({ refusal: { reason, status } })
}

/** Resets the connection of the client instead of answering. */
export function hangUp(): Dial {
  return { fault: 'hang-up' }
}

/** Takes the dial and never answers it. */
export function silence(): Dial {
  return { fault: 'silence' }
}

/** Answers after a while. */
export function after(ms: number, answer: DialAnswer = honestly): DialAnswer {
  return async (honest, asked) => {
    // A peer that has stopped owes no answer, so the wait must not keep the process alive.
    await delay(ms, undefined, { ref: false })
    return answer(honest, asked)
  }
}

/** Answers once something has happened. */
export function when(happened: Promise<unknown>, answer: DialAnswer = honestly): DialAnswer {
  return async (honest, asked) => {
    await happened
    return answer(honest, asked)
  }
}

/** Connects elsewhere than asked: `127.0.0.1:40112`. */
export function connectTo(to: string): DialAnswer {
  return () => ({ to })
}

/** Sends bytes right behind its acceptance, before the target can have spoken. */
export function speakEarly(early: string): DialAnswer {
  return (honest) => ({ ...honest, early })
}

/** Cuts the tunnel once the target has sent as many bytes. */
export function cutAfter(cutAfterBytes: number): DialAnswer {
  return (honest) => ({ ...honest, cutAfterBytes })
}

/** What a good proxy does. */
export function honestly(honest: Dial): Dial {
  return honest
}
