import type { ClientCertificate } from './client-certificate.ts'
import type { UserInfo } from './user.ts'

/** Transport of a request. */
export type Transport = 'http/1.1' | 'http/2' | 'websocket'

/** Request of any transport, as handlers receive it. */
export interface ServerRequest {
  readonly method: string
  /** Decoded path. */
  readonly path: string
  /** Request target as sent: path and query. */
  readonly target: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** All header lines as received, with the name in lower case. */
  readonly headerLines: readonly (readonly [name: string, value: string])[]
  /** Address of the sender without port. */
  readonly from: string
  readonly transport: Transport
  /** Time at which its connection was opened, on the clock of `performance`. */
  readonly connectedAtMs: number
  readonly certificate: ClientCertificate | undefined
  /** Data that inner steps provide to outer steps. All steps share the same object. */
  readonly notes: { user?: UserInfo | undefined }
  /** User that sent the request. Undefined before authentication. */
  readonly user: UserInfo | undefined
  /** Aborted when the sender disconnects or the time limit of the request expires. */
  readonly signal: AbortSignal
  /** Returns the body. Reads it at most once; later calls return the same text. */
  readonly body: () => Promise<string>
}

/** Response: a complete body (objects as JSON), or lines that are sent as they are produced. */
export interface Answer {
  readonly status: number
  /** Over HTTP/2, `connection: close` makes the client open a new connection for later requests. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
  /** True to close the connection instead of responding. */
  readonly cut?: boolean
  /** Sends chunks until it resolves. */
  readonly stream?: (send: (chunk: string) => void) => Promise<void>
}

/** Responds to requests. */
export type Handler = (request: ServerRequest) => Promise<Answer>

/** Responds to a request itself or passes it on, possibly changed. */
export type Step = (request: ServerRequest, next: Handler) => Promise<Answer>

/** Returns a handler that passes requests through the steps, in order, to the given handler. */
export function pipeline(steps: readonly Step[], handler: Handler): Handler {
  return steps.reduceRight<Handler>((next, step) => (request) => step(request, next), handler)
}
