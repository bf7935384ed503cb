import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from './answers.ts'
import { currentExchange, type Fault } from './exchange.ts'

type Headers = Readonly<Record<string, string>>

/** What a good peer would say. */
export function honestly<Honest>(honest: Honest): Honest {
  return honest
}

/** Resets the connection instead of answering; in an msw handler too. */
export function hangUp(): Response {
  return faulty('hang-up')
}

/** Takes the request and never answers it. */
export function silence(): Response {
  return faulty('silence')
}

/** Answers bytes that are not HTTP. */
export function garbage(): Response {
  return faulty('garbage')
}

/** Promises the whole answer, sends half of its body and closes the connection. */
export function truncated<Honest>(answer: Answer<Honest> = honestly): Answer<Honest> {
  return (honest, asked) => {
    currentExchange().fault = 'truncated'
    return answer(honest, asked)
  }
}

/** Answers an HTTP status with an empty or a given body. */
export function status(code: number, body = '', headers: Headers = {}): () => Response {
  // The statuses that Fetch forbids a body for must be built without one.
  return () => new Response(body === '' ? null : body, { status: code, headers })
}

/** Answers after a while, or not at all when the client leaves sooner. */
export function after<Honest>(ms: number, answer: Answer<Honest> = honestly): Answer<Honest> {
  return async (honest, asked) => {
    const { signal } = currentExchange()
    await delay(ms, undefined, { signal }).catch(() => {})
    return signal.aborted ? silence() : answer(honest, asked)
  }
}

/** Answers once something has happened: the way to hold a request open. */
export function when<Honest>(happened: Promise<unknown>, answer: Answer<Honest> = honestly): Answer<Honest> {
  return async (honest, asked) => {
    await happened
    return answer(honest, asked)
  }
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

function faulty(fault: Fault): Response {
  currentExchange().fault = fault
  return Response.error()
}
