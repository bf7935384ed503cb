import type { Said } from './said.ts'

/** Failure of a connection below HTTP, instead of a response or in the middle of one. */
export interface Fault {
  readonly fault: 'hang-up' | 'silence' | 'truncated'
  /** Response that is broken off. */
  readonly of?: Said
}

export function isFault(said: Said | Fault): said is Fault {
  return 'fault' in said
}
