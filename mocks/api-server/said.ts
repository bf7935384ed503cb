import type { Entry } from './storage/entry.ts'
import type { Watching } from './requests/watch.ts'

/** An answer: a document, text that is one already, or a watch that goes on. */
export interface Said {
  readonly code: number
  /** A value that is written as JSON; text and bytes go out as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The stored object behind the body, for those who want to know. */
  readonly entry?: Entry
  /** Opens the stream that follows the head of the answer. */
  readonly watching?: Watching
}

/** What the honest server would do; nothing is read or stored until it is called. Throws `Refusal`. */
export type Deed = (how?: DeedOptions) => Said | Promise<Said>

export interface DeedOptions {
  /** `false`: answers as if it had been stored. */
  readonly store?: boolean
}
