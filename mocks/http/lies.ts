import { HarnessError } from '#harness/errors.ts'
import type { Answer } from './answer.ts'
import { honestly } from '../peer/index.ts'
import { currentExchange } from './exchange.ts'

export { after, hangUp, honestly, silence, type Stall, stall, times, when, where } from '../peer/index.ts'

const leastStatus = 200
const mostStatus = 599

type Headers = Readonly<Record<string, string>>

/** Answers bytes that are not HTTP. */
export function garbage(): Response {
  currentExchange().fault = 'garbage'
  return Response.error()
}

/** Promises the whole answer, sends half of its body and closes the connection. */
export function truncated<Honest>(answer: Answer<Honest> = honestly): Answer<Honest> {
  return (honest, asked) => {
    currentExchange().fault = 'truncated'
    return answer(honest, asked)
  }
}

/**
 * Answers an HTTP status with an empty or a given body.
 * @param code a final status: 200 to 599
 * @throws HarnessError `usage` for any other code
 */
export function status(code: number, body = '', headers: Headers = {}): () => Response {
  if (!Number.isInteger(code) || code < leastStatus || code > mostStatus)
    throw new HarnessError('usage', `status: a response has a status from 200 to 599, not ${String(code)}.`)
  // The statuses that Fetch forbids a body for must be built without one.
  return () => new Response(body === '' ? null : body, { status: code, headers })
}

/** Answers 200 and JSON that breaks off. */
export function malformed(): Response {
  return new Response('{"kind": ', { headers: { 'content-type': 'application/json' } })
}

/** Answers a redirect. */
export function redirect(location: string, code = 302): () => Response {
  return status(code, '', { location })
}

/** Answers any value as JSON, whatever the honest type is. */
export function json(value: unknown, init: { status?: number; headers?: Headers } = {}): Response {
  const { status: code = 200, headers } = init
  return new Response(JSON.stringify(value), {
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** Adds headers to the honest (or another) answer in JSON: `cache-control`, say. */
export function withHeaders<Honest>(headers: Headers, answer: Answer<Honest> = honestly): Answer<Honest> {
  return async (honest, asked) => {
    const said = await answer(honest, asked)
    if (!(said instanceof Response)) return json(said, { headers })
    for (const [name, value] of Object.entries(headers)) said.headers.set(name, value)
    return said
  }
}
