import type { TunnelAnswers } from './asked.ts'

export { after, hangUp, honestly, silence, type Stall, stall, times, when, where } from '../peer/index.ts'

type DialAnswer = TunnelAnswers['dial']

/** Refuses the dial; the status is for HTTP only. */
export function refuse(reason: string, status = 503): DialAnswer {
  return () => ({ refusal: { reason, status } })
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
