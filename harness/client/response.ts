import { messageOf } from '../errors.ts'

/**
 * Outcome of one request, with or without a response: the way in which connections end shows how a server shuts down.
 */
export type ProbeOutcome = AnsweredRequest | FailedRequest

/** A request with a complete response. */
export interface AnsweredRequest {
  readonly kind: 'answered'
  readonly status: number
  readonly headers: Readonly<NodeJS.Dict<string | string[]>>
  readonly body: string
  /** True if the request used an already open connection. */
  readonly reused: boolean
}

/** Request that ended before its response was complete, and the cause. */
export interface FailedRequest {
  /**
   * `refused`: no connection was accepted. `cut`: a connection ended before the complete response. `silent`: the time
   * limit passed.
   */
  readonly kind: 'refused' | 'cut' | 'silent'
  readonly error: string
  readonly reused: boolean
}

/** One request of an observing client. The client certificate belongs to the connection. */
export interface ProbeRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly withinMs?: number
}

/** Sends requests over separate connections and never rejects: every end is an outcome. */
export interface Prober {
  send(question: ProbeRequest): Promise<ProbeOutcome>
  /** Closes the connections at once. */
  close(): void
}

/** Time limit of responses that no check delays. Delayed responses have specific limits. */
export const defaultTimeoutMs = 2_000

/** Returns the outcome of a request that failed below HTTP. */
export function unansweredRequest(thrown: unknown, reused: boolean): FailedRequest {
  // A stream is cancelled because of an event on its connection.
  const { cause } = thrown as Error
  const { code = '' } = (cause instanceof Error ? cause : thrown) as NodeJS.ErrnoException
  const error = code === '' ? messageOf(thrown) : code
  if (code === 'ECONNREFUSED') return { kind: 'refused', error, reused }
  return { kind: code === noResponseCode ? 'silent' : 'cut', error, reused }
}

// Error codes and messages of clients for connections that were refused, reset or closed.
const cutPattern =
  /ECONNREFUSED|ECONNRESET|EPIPE|ERR_HTTP2_|socket hang up|other side closed|\b(?:cut|refused) \(|"kind": ?"(?:cut|refused)"|\bkind: ["'](?:cut|refused)/

/** Reports whether a text mentions a connection that was refused or ended early. */
export function namesCut(text: string): boolean {
  return cutPattern.test(text)
}

/**
 * Reports whether an error was caused by a connection that was refused or ended early, for example because the peer
 * died.
 */
export function isCut(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (namesCut(code) || namesCut(error.message)) return true
  }
  return false
}

/** Code of the error that ends a request after its limit. */
export const noResponseCode = 'ERR_NO_ANSWER_IN_TIME'

/** Returns the error that ends a request after its limit. */
export function timeoutError(withinMs: number): Error {
  return Object.assign(new Error(`no answer within ${Math.round(withinMs)} ms`), { code: noResponseCode })
}

/** Returns an outcome as a short text: `200`, `429`, `cut (ECONNRESET)`. */
export function outcomeText(outcome: ProbeOutcome): string {
  return outcome.kind === 'answered' ? String(outcome.status) : `${outcome.kind} (${outcome.error})`
}
