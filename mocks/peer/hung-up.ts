/** Thrown by an answer that wants the connection reset instead; each transport does so in its way. */
export class HungUp extends Error {
  override readonly name = 'HungUp'
}
