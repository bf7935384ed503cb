/** Refused start. The message is the only line on standard error for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
