import { canonicalize } from 'json-canonicalize'

/** The one text that a value has as JSON (RFC 8785), so that equal values have equal digests and signatures. */
export function canonical(value: unknown): string {
  return canonicalize(value)
}
