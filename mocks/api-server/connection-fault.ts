import type { Reply } from './response.ts'

/** Failure of a connection below HTTP, instead of a response or in the middle of a response. */
export interface ConnectionFault {
  readonly fault: 'hang-up' | 'silence' | 'truncated'
  /** Response of which only the first half is sent, if the fault is `truncated`. */
  readonly interruptedResponse?: Reply
}

export function isConnectionFault(response: Reply | ConnectionFault): response is ConnectionFault {
  return 'fault' in response
}
