import { HarnessError } from '#harness/errors.ts'
import type { Answer } from './response.ts'
import { honestly } from '../peer/index.ts'
import { currentExchange } from './exchange.ts'

export { after, hangUp, honestly, silence, type Stall, stall, times, when, where } from '../peer/index.ts'

const minStatus = 200
const maxStatus = 599

type Headers = Readonly<Record<string, string>>

/** Responds with bytes that are not HTTP. */
export function garbage(): Response {
  currentExchange().fault = 'garbage'
  return Response.error()
}

/** Announces the whole response, sends half of its body and closes the connection. */
export function truncated<Honest>(answer: Answer<Honest> = honestly): Answer<Honest> {
  return (honest, request) => {
    currentExchange().fault = 'truncated'
    return answer(honest, request)
  }
}

/**
 * Responds with an HTTP status and an empty or a given body.
 * @param code a final status: 200 to 599
 * @throws HarnessError `usage` for any other code
 */
export function status(code: number, body = '', headers: Headers = {}): () => Response {
  if (!Number.isInteger(code) || code < minStatus || code > maxStatus)
    throw new HarnessError('usage', `status: a response has a status from 200 to 599, not ${String(code)}.`)
  // Passes an empty body as null, because Fetch forbids a body for some statuses.
  return () => new Response(body === '' ? null : body, { status: code, headers })
}

/** Responds with 200 and incomplete JSON. */
export function malformed(): Response {
  return new Response('{"kind": ', { headers: { 'content-type': 'application/json' } })
}

/** Responds with a redirect. */
export function redirect(location: string, code = 302): () => Response {
  return status(code, '', { location })
}

/** Responds with any value as JSON, regardless of the honest type. */
export function json(value: unknown, init: { status?: number; headers?: Headers } = {}): Response {
  const { status: code = 200, headers } = init
  return new Response(JSON.stringify(value), {
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** Adds headers, for example `cache-control`, to a response in JSON, by default the honest response. */
export function withHeaders<Honest>(headers: Headers, answer: Answer<Honest> = honestly): Answer<Honest> {
  return async (honest, request) => {
    const result = await answer(honest, request)
    if (!(result instanceof Response)) return json(result, { headers })
    for (const [name, value] of Object.entries(headers)) result.headers.set(name, value)
    return result
  }
}
