import type { NodeCase } from './model.ts'

/** What a dialect is known to take although the documents say otherwise. */
export function departureOf(dialect: string, { broken }: NodeCase): string | undefined {
  if (dialect === 'kubernetes' && broken === 'no gate') return 'gates that nobody knows are passed over'
  return undefined
}
