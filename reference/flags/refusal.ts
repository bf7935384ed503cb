/** A start that cannot go on: its message is the one line a person reads on standard error. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
