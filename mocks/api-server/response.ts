import type { Entry } from './storage/entry.ts'
import type { OpenedWatch } from './requests/watch.ts'

/** Response: a document, encoded text, or a watch. */
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
export type Action = (actionOptions?: ActionOptions) => Reply | Promise<Reply>

export interface ActionOptions {
  /** `false`: responds as if the object had been stored. */
  readonly store?: boolean
}
