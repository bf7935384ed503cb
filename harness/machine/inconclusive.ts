import { HarnessError, type HarnessErrorOptions } from '../errors.ts'
import { lateMachineAdvice } from './lateness.ts'

/**
 * Returns the error of an inconclusive check, which proves nothing about the implementation. Only this function creates
 * this verdict.
 */
export function inconclusiveError(why: string, options?: HarnessErrorOptions): HarnessError {
  return new HarnessError('inconclusive', why, options)
}

/** Returns the error of a check that is inconclusive because the machine was overloaded, with advice for the user. */
export function machineLateError(what: string, cause?: unknown): HarnessError {
  return inconclusiveError(
    `${what} The test machine was overloaded, so the result is inconclusive; ${lateMachineAdvice}.`,
    { cause },
  )
}

/** Reports whether a thrown value is an inconclusive result. */
export function isInconclusive(thrown: unknown): thrown is HarnessError {
  return thrown instanceof HarnessError && thrown.code === 'inconclusive'
}
