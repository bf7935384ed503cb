import type { HttpAnswer } from '../client/https.ts'
import { messageOf } from '../errors.ts'
import type { Reproduction } from '../target/reproduction.ts'

/** One request of a check to the program under test, with its result. */
export interface NumberedRequest {
  readonly number: number
  readonly call: unknown
  answer?: HttpAnswer
  failed?: string
  /** True if no request was sent: the response is an earlier response. */
  readonly isStandIn?: true
}

/** Sends the next request of a check, or returns an earlier response in its place. */
export async function sendInSequence(
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
