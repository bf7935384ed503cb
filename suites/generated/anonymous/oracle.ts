import type { AnonymousCase } from './model.ts'

/** Whether a request without credentials is let in: where it is enabled, and where conditions stand, on just their paths. */
export function isLetIn({ enabled, conditions }: AnonymousCase, target: string): boolean | 'open' {
  if (!enabled) return false
  if (conditions === undefined) return true
  // Whether no condition is met by everything or by nothing is not said.
  if (conditions.length === 0) return 'open'
  return conditions.includes(pathOf(target))
}

/** The path of a target, without its query. */
export function pathOf(target: string): string {
  const at = target.indexOf('?')
  return at < 0 ? target : target.slice(0, at)
}
