import type { Expression } from '../cel/expression.ts'
import type { Authenticator } from './model.ts'

/** Returns the claims that a source of an attribute reads. */
export function namesOf(source: Authenticator['groups'] | Authenticator['uid']): readonly string[] {
  if (source === undefined) return []
  return 'claim' in source ? [source.claim] : claimsOf(source.expression)
}

/** Returns the claims that an expression reads. */
export function claimsOf(expression: Expression): string[] {
  const [operator, of, name] = expression
  const isClaims = Array.isArray(of) && of[0] === 'name' && of[1] === 'claims'
  if (isClaims && typeof name === 'string') return [name]
  if (isClaims && operator === 'index' && Array.isArray(name) && name[0] === 'value') return [String(name[1])]
  return expression.flatMap((part) => (Array.isArray(part) ? claimsOf(part as Expression) : []))
}
