/** What kind of thing went wrong outside the implementation's conformance; decides the verdict and the exit code. */
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

/** What exactly happened, where somebody has to tell it from others of the same code. */
export type HarnessErrorDetail =
  /** A start came to nothing within its limit. */
  | 'not-ready'
  /** A request had no answer within its limit. */
  | 'no-answer'
  /** A fact did not come true within its limit. */
  | 'not-in-time'

/** What an error carries beside code and message. */
export interface HarnessErrorOptions extends ErrorOptions {
  readonly detail?: HarnessErrorDetail
  /** The limit that passed, in milliseconds. */
  readonly limitMs?: number
  /** The line in which the program under test reports why it ended or does not work. */
  readonly programError?: string | undefined
}

/** An error that is not a broken rule. Its message says what was attempted, what happened and the next step. */
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

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Whether something thrown, or a cause of it, carries this code: `hasCode(thrown, 'EADDRINUSE')`. */
export function hasCode(thrown: unknown, code: string): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && error.code === code) return true
  }
  return false
}

/** What the system says, or something else where it does not tell: a process has just ended, or the system is another one. */
export function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
