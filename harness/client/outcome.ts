import { messageOf } from '../errors.ts'

/** What became of one request, also where no answer came: shutting down shows in how connections end. */
export type Outcome = Answered | Unanswered

/** A request that got a whole answer. */
export interface Answered {
  readonly kind: 'answered'
  readonly status: number
  readonly headers: Readonly<NodeJS.Dict<string | string[]>>
  readonly body: string
  /** Whether the request went over a connection that had been open before. */
  readonly reused: boolean
}

/** A request that got none, and how it ended. */
export interface Unanswered {
  /** `refused`: no connection was taken. `cut`: one ended before the whole answer. `silent`: the limit passed. */
  readonly kind: 'refused' | 'cut' | 'silent'
  readonly error: string
  readonly reused: boolean
}

/** One request of a client that observes; its client certificate is the connection's. */
export interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly withinMs?: number
}

/** Asks over connections of its own and never rejects: every end is an outcome. */
export interface Prober {
  ask(question: Question): Promise<Outcome>
  /** Cuts its connections. */
  close(): void
}

/** No answer may take longer where nothing holds it; a held one names its own limit. */
export const usualWithinMs = 2_000

/** The outcome of a request that failed below HTTP. */
export function unanswered(thrown: unknown, reused: boolean): Unanswered {
  // A stream is cancelled because of what happened to its connection.
  const { cause } = thrown as Error
  const { code = '' } = (cause instanceof Error ? cause : thrown) as NodeJS.ErrnoException
  const error = code === '' ? messageOf(thrown) : code
  if (code === 'ECONNREFUSED') return { kind: 'refused', error, reused }
  return { kind: code === silentCode ? 'silent' : 'cut', error, reused }
}

// What clients say of connections that were refused, reset or closed, in codes and in prose.
const cuts =
  /ECONNREFUSED|ECONNRESET|EPIPE|ERR_HTTP2_|socket hang up|other side closed|\b(?:cut|refused) \(|"kind": ?"(?:cut|refused)"|\bkind: ["'](?:cut|refused)/

/** Whether a text tells of a connection that was refused or ended early. */
export function tellsOfCut(text: string): boolean {
  return cuts.test(text)
}

/** Whether something failed because a connection was refused or ended early, as when the other side died. */
export function isCut(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (tellsOfCut(code) || tellsOfCut(error.message)) return true
  }
  return false
}

/** The code of the error that ends a request whose limit has passed. */
export const silentCode = 'ERR_NO_ANSWER_IN_TIME'

/** The error that ends a request whose limit has passed. */
export function tooLate(withinMs: number): Error {
  return Object.assign(new Error(`no answer within ${Math.round(withinMs)} ms`), { code: silentCode })
}

/** A few words for people: `200`, `429`, `cut (ECONNRESET)`. */
export function outcomeText(outcome: Outcome): string {
  return outcome.kind === 'answered' ? String(outcome.status) : `${outcome.kind} (${outcome.error})`
}
