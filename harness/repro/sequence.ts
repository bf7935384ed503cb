import type { HttpAnswer } from '../client/https.ts'
import { messageOf } from '../errors.ts'
import type { Reproduction } from '../target/reproduction.ts'

/** One request of a check to the program under test, with what came of it. */
export interface NumberedRequest {
  readonly number: number
  readonly call: unknown
  answer?: HttpAnswer
  failed?: string
  /** Nothing was sent: the answer is one that was got before. */
  readonly isStandIn?: true
}

/** Sends the next request of a check, or lets the answer that was got before stand in for it. */
export async function inSequence(
  requests: NumberedRequest[],
  { standIns }: Reproduction,
  call: unknown,
  send: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const number = requests.length
  const answer = standIns[number]
  const request: NumberedRequest = { number, call, ...(answer && { answer, isStandIn: true }) }
  requests.push(request)
  if (answer !== undefined) return answer
  try {
    return (request.answer = await send())
  } catch (thrown) {
    request.failed = messageOf(thrown)
    throw thrown
  }
}
