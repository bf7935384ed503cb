import type { ClientCertificate } from '../authentication/authenticator.ts'
import type { UserInfo } from '../authentication/user.ts'

/** A request as the server's parts see it. */
export interface Ask {
  readonly method: string
  /** The decoded path. */
  readonly path: string
  /** The request target as sent: path and query. */
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The sender's address without port. */
  readonly from: string
  readonly certificate: ClientCertificate | undefined
  /** Who asks; nobody before authentication. */
  readonly user: UserInfo | undefined
  /** Aborted when the sender goes away or the server ends. */
  readonly signal: AbortSignal
  /** The body; read at most once, the same afterwards. */
  readonly body: () => Promise<string>
}

/** What is sent back: a whole body (objects as JSON), or lines that are sent as they come. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
  /** Sends chunks until it resolves. */
  readonly stream?: (send: (chunk: string) => void) => Promise<void>
}

/** Answers requests. */
export type Handler = (ask: Ask) => Promise<Answer>

/** Answers a request itself or passes it on, perhaps changed. */
export type Step = (ask: Ask, next: Handler) => Promise<Answer>

/** Puts steps before a handler; the first step sees the request first. */
export function pipeline(steps: readonly Step[], last: Handler): Handler {
  return steps.reduceRight<Handler>((next, step) => (ask) => step(ask, next), last)
}
