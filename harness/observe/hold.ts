import { type ProbeOutcome, outcomeText } from '../client/response.ts'
import { nowMs } from '../time.ts'
import { HarnessError } from '../errors.ts'

/** A request that a peer keeps in flight. */
export interface HeldRequest {
  readonly name: string
  readonly sentAtMs: number
  /** Time at which the peer received the request. From this time on, the request is in flight. */
  readonly confirmedAtMs: number
  /** Time at which the peer released the request. */
  readonly releasedAtMs: number | undefined
  /** End of the request; `undefined` while the request is in flight. */
  readonly end: { readonly atMs: number; readonly outcome: ProbeOutcome } | undefined
  /** Lets the peer respond and waits for the request's end. */
  release(): Promise<ProbeOutcome>
}

/** Functions that send a request and make a peer hold it. */
export interface HoldOptions {
  readonly name: string
  readonly send: () => Promise<ProbeOutcome>
  /** Settles when the peer has received the request; rejects if that does not happen in time. */
  readonly awaitArrival: () => Promise<unknown>
  /** Lets the peer respond. */
  readonly releaseRequest: () => void
}

/**
 * Sends a request that a peer holds, and resolves once the peer has received it; rejects if the request ends before.
 */
export async function holdRequest({
  name,
  send,
  awaitArrival,
  releaseRequest,
}: HoldOptions): Promise<HeldRequest> {
  const sentAtMs = nowMs()
  let requestEnd: HeldRequest['end']
  let releasedAtMs: number | undefined
  const outcome = send().then((got) => {
    requestEnd = { atMs: nowMs(), outcome: got }
    return got
  })
  const earlyEnd = outcome.then((got): never => {
    throw new HarnessError('untestable', `The ${name} ended (${outcomeText(got)}) before it was held.`)
  })
  await Promise.race([awaitArrival(), earlyEnd])
  const confirmedAtMs = nowMs()
  return {
    name,
    sentAtMs,
    confirmedAtMs,
    get releasedAtMs() {
      return releasedAtMs
    },
    get end() {
      return requestEnd
    },
    release: () => {
      releasedAtMs ??= nowMs()
      releaseRequest()
      return outcome
    },
  }
}
