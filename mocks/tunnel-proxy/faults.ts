import type { TunnelAnswers } from './request.ts'

export { after, hangUp, honestly, silence, type Stall, stall, times, when, where } from '../peer/index.ts'

type DialAnswer = TunnelAnswers['dial']

/** Refuses the dial; the status is for HTTP only. */
export function refuse(reason: string, status = 503): DialAnswer {
  return () => ({ refusal: { reason, status } })
}

/** Connects to this address, for example `127.0.0.1:40112`, instead of the requested one. */
export function connectTo(to: string): DialAnswer {
  return () => ({ to })
}

/** Sends bytes directly after the acceptance, before the target can have sent bytes. */
export function speakEarly(early: string): DialAnswer {
  return (honest) => ({ ...honest, early })
}

/** Cuts the tunnel after a number of bytes from the target. */
export function cutAfter(cutAfterBytes: number): DialAnswer {
  return (honest) => ({ ...honest, cutAfterBytes })
}
