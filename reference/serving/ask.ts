import type { ClientCertificate } from './client-certificate.ts'
import type { UserInfo } from './user.ts'

/** How a request came. */
export type Transport = 'http/1.1' | 'http/2' | 'websocket'

/** A request as the server's parts see it. */
export interface Ask {
  readonly method: string
  /** The decoded path. */
  readonly path: string
  /** The request target as sent: path and query. */
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Every header line as it came: name in lower case and value. */
  readonly headerLines: readonly (readonly [name: string, value: string])[]
  /** The sender's address without port. */
  readonly from: string
  readonly transport: Transport
  /** When its connection was opened, on the clock of `performance`. */
  readonly connectedAtMs: number
  readonly certificate: ClientCertificate | undefined
  /** What inner steps learn and outer steps may want to know; the same through all of them. */
  readonly notes: { user?: UserInfo | undefined }
  /** Who asks; nobody before authentication. */
  readonly user: UserInfo | undefined
  /** Aborted when the sender goes away or the time is over. */
  readonly signal: AbortSignal
  /** The body; read at most once, the same afterwards. */
  readonly body: () => Promise<string>
}

/** What is sent back: a whole body (objects as JSON), or lines that are sent as they come. */
export interface Answer {
  readonly status: number
  /** `connection: close` works over HTTP/2 too: clients are told to open another connection. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
  /** Breaks the connection off instead of answering. */
  readonly cut?: boolean
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
