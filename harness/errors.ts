/** Kind of a problem outside the implementation's conformance. Decides the verdict and the exit code. */
export type HarnessErrorCode =
  | 'usage'
  | 'config-fault'
  | 'nothing-selected'
  | 'crashed'
  | 'refused'
  | 'harness-fault'
  | 'untestable'
  | 'inconclusive'
  | 'not-applicable'
  | 'interrupted'

/** Exact problem, where it must be distinguished from other problems with the same code. */
export type HarnessErrorDetail =
  /** A start had no outcome within its limit. */
  | 'not-ready'
  /** A request had no response within its limit. */
  | 'no-answer'
  /** A condition was not met within its limit. */
  | 'not-in-time'

/** Fields of an error in addition to code and message. */
export interface HarnessErrorOptions extends ErrorOptions {
  readonly detail?: HarnessErrorDetail
  /** The limit that passed, in milliseconds. */
  readonly limitMs?: number
  /** The line in which the program under test reports why it ended or does not work. */
  readonly programError?: string | undefined
}

/** Error that is not a broken rule. The message names the attempted action, the problem and the next step. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: HarnessErrorCode
  readonly detail: HarnessErrorDetail | undefined
  readonly limitMs: number | undefined
  readonly programError: string | undefined

  constructor(code: HarnessErrorCode, message: string, options?: HarnessErrorOptions) {
    super(message, options)
    this.code = code
    this.detail = options?.detail
    this.limitMs = options?.limitMs
    this.programError = options?.programError
  }
}

/** Returns the message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Reports whether an error, or a cause of it, has this code: `hasCode(thrown, 'EADDRINUSE')`. */
export function hasCode(thrown: unknown, code: string): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && error.code === code) return true
  }
  return false
}

/**
 * Returns the value that the system reports, or a default if it is unavailable: a process has just ended, or the
 * operating system does not have it.
 */
export function orFallback<T>(read: () => T, fallback: T): T {
  try {
    return read()
  } catch {
    return fallback
  }
}
