import { HarnessError, type HarnessErrorOptions } from '../errors.ts'
import { onLateMachine } from './lateness.ts'

/** The error of a check that could not tell: nothing is known of the implementation by it. Nobody else makes this verdict. */
export function inconclusive(why: string, options?: HarnessErrorOptions): HarnessError {
  return new HarnessError('inconclusive', why, options)
}

/** The same, where this machine was too late, with what people can do about it. */
export function machineWasLate(what: string, cause?: unknown): HarnessError {
  return inconclusive(
    `${what} The test machine was overloaded, so the result is inconclusive; ${onLateMachine}.`,
    { cause },
  )
}

/** Whether something thrown says that nothing could be told. */
export function isInconclusive(thrown: unknown): thrown is HarnessError {
  return thrown instanceof HarnessError && thrown.code === 'inconclusive'
}
