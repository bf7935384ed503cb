/** What the system says, or something else where it does not tell: a process has just ended, or the system is another one. */
export function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
