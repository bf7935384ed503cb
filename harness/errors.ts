/** What kind of thing went wrong outside the implementation's conformance; decides the verdict and the exit code. */
export type HarnessErrorCode =
  | 'usage'
  | 'config-fault'
  | 'nothing-selected'
  | 'crashed'
  | 'harness-fault'
  | 'untestable'
  | 'inconclusive'
  | 'not-applicable'
  | 'interrupted'

/** An error that is not a broken rule. Its message says what was attempted, what happened and the next step. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: HarnessErrorCode

  constructor(code: HarnessErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
