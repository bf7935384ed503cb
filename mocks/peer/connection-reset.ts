/**
 * Error that a response function throws to reset the connection instead of responding. Each transport implements the
 * reset.
 */
export class ConnectionReset extends Error {
  override readonly name = 'HungUp'
}
