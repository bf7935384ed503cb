import type { NodeCase } from './model.ts'

/** Returns the known deviation of a dialect that accepts a value against the documents. */
export function deviationOf(dialect: string, { broken }: NodeCase): string | undefined {
  if (dialect === 'kubernetes' && broken === 'no gate') return 'gates that nobody knows are passed over'
  return undefined
}
