import { runningCheck } from '../check/context.ts'
import { recordMissingMeans } from '../check/missing-means.ts'
import { exchange, type SentRequest } from '../client/exchange.ts'
import { type HttpAnswer, type HttpRequest, request } from '../client/https.ts'
import { messageOf } from '../errors.ts'
import type { RunningProgram } from '../launch/running.ts'
import { nowMs } from '../time.ts'

/** Texts of a request in the timeline of a program. */
export interface RequestRecord {
  /** Method and path of the request in the words of the documents. */
  readonly requestLine: string
  /** Text of the request in the timeline; default: the request line. */
  readonly what?: string
  /** Parts of the request to record. */
  readonly sent?: SentRequest
}

/**
 * Sends a request to a program. Records the request, with its response or its error, in the timeline of the program.
 * @throws the error of the request
 */
export async function sendRecorded(
  program: RunningProgram,
  { requestLine, what = requestLine, sent = {} }: RequestRecord,
  options: HttpRequest,
): Promise<HttpAnswer> {
  const atMs = nowMs()
  const checkId = runningCheck()?.id
  const record = (outcome: string, answer?: HttpAnswer): void =>
    program.timeline.add({
      atMs,
      untilMs: nowMs(),
      source: 'harness',
      kind: 'request',
      what: `${what} → ${outcome}`,
      ...(checkId !== undefined && { check: checkId }),
      data: exchange(sent, answer),
    })
  try {
    const answer = await request(options)
    record(String(answer.status), answer)
    recordMissingMeans(program.evidence.means, requestLine, answer)
    return answer
  } catch (thrown) {
    record(messageOf(thrown))
    throw thrown
  }
}
