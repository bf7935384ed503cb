/**
 * Converts a value to text, for faults that accept values of another type. Expressions return whole numbers as bigint,
 * which JSON does not support.
 */
export function claimText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))
}
