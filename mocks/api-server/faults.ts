import type { Said } from './said.ts'

/** What happens to a connection below HTTP instead of an answer, or in the middle of one. */
export interface Fault {
  readonly fault: 'hang-up' | 'silence' | 'truncated'
  /** The answer that is broken off. */
  readonly of?: Said
}

export function isFault(said: Said | Fault): said is Fault {
  return 'fault' in said
}
