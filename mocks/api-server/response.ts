import type { Entry } from './storage/entry.ts'
import type { OpenedWatch } from './requests/watch.ts'

/** A response: a document, text in its final form, or a watch that goes on. */
export interface Reply {
  readonly code: number
  /** A value that is written as JSON; text and bytes are sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Stored object of the body, if there is one. */
  readonly entry?: Entry
  /** Watch of the stream that follows the header of the response. */
  readonly watching?: OpenedWatch
}

/** Action of a correct server; nothing is read or stored until it is called. Throws `Refusal`. */
export type Action = (how?: ActionOptions) => Reply | Promise<Reply>

export interface ActionOptions {
  /** `false`: responds as if it had been stored. */
  readonly store?: boolean
}
