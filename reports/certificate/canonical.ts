import { canonicalize } from 'json-canonicalize'

/** Returns the canonical JSON of a value (RFC 8785), so that equal values have equal digests and signatures. */
export function canonical(value: unknown): string {
  return canonicalize(value)
}
