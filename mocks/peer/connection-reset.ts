/** Thrown by a response to reset the connection instead. Each transport implements the reset. */
export class ConnectionReset extends Error {
  override readonly name = 'HungUp'
}
