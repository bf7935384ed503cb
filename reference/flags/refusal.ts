/** Refused start. The message is the one line on standard error for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
