/**
 * Converts a value to text, for faults that accept values of another type. Whole numbers of expressions are not JSON by
 * themselves.
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))
}
