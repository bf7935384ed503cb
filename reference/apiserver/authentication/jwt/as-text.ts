/** What faults that pardon a value of another type make of it; whole numbers of expressions are no JSON by themselves. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))
}
