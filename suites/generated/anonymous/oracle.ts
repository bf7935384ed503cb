import type { AnonymousCase } from './model.ts'

/**
 * Reports whether a request without credentials is accepted: only if enabled, and with conditions only on exactly their
 * paths.
 */
export function isAdmitted({ enabled, conditions }: AnonymousCase, target: string): boolean | 'open' {
  if (!enabled) return false
  if (conditions === undefined) return true
  // The documents do not specify whether an empty list of conditions matches everything or nothing.
  if (conditions.length === 0) return 'open'
  return conditions.includes(pathOf(target))
}

/** Returns the path of a target, without its query. */
export function pathOf(target: string): string {
  const queryIndex = target.indexOf('?')
  return queryIndex < 0 ? target : target.slice(0, queryIndex)
}
