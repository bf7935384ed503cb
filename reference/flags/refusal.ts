/** Reason why the program cannot start. The user sees only the message, as one line on standard error. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
