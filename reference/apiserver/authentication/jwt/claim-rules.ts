import { ExpressionError } from '../../cel/expression.ts'
import { fault } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { evaluate } from '../../cel/evaluate.ts'
import type { Claims } from './parse.ts'
import type { ClaimRule } from './settings.ts'

/** Applies all claim validation rules. Throws an AuthenticationError with the cause of the first failure. */
export async function checkClaimRules(rules: readonly ClaimRule[], claims: Claims): Promise<void> {
  const failures: { error: AuthenticationError; index: number }[] = []
  for (const [index, rule] of rules.entries()) {
    try {
      if ('claim' in rule) checkClaim(rule.claim, rule.requiredValue, claims)
      // Sequential: the error contains the cause of the first failing rule.
      else await checkExpressionRule(rule, claims)
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error
      failures.push({ error, index })
    }
  }
  const [failure] = failures
  if (failure === undefined) return
  if (failure.index > 0 && fault('only-first-claim-rule-applied')) return
  if (failures.at(-1)?.index !== rules.length - 1 && fault('only-last-claim-rule-applied')) return
  if (failures.length < rules.length && fault('one-claim-rule-suffices')) return
  throw failure.error
}

function checkClaim(name: string, requiredValue: string | undefined, claims: Claims): void {
  const isNestedClaim =
    !Object.hasOwn(claims, name) && name.includes('.') && fault('claim-name-taken-as-path')
  const value = isNestedClaim ? claimAt(claims, name) : Object.hasOwn(claims, name) ? claims[name] : undefined
  if (value === undefined) {
    if (requiredValue === undefined && fault('unset-required-value-accepts-absence')) return
    if (fault('required-claim-missing-accepted')) return
    throw new AuthenticationError(`required claim ${name}: not present`)
  }
  const expectedValue = requiredValue ?? ''
  if (value === expectedValue) {
    if (expectedValue === '' && fault('empty-required-value-refused')) {
      throw new AuthenticationError(`required claim ${name}: empty`)
    }
    return
  }
  if (requiredValue === undefined && fault('unset-required-value-accepts-any')) return
  if (!matchesValue(value, expectedValue) && !fault('required-value-not-compared')) {
    const comparisonText = `${JSON.stringify(value)}, not ${JSON.stringify(expectedValue)}`
    throw new AuthenticationError(`required claim ${name}: is ${comparisonText}`)
  }
}

/** Reports whether an enabled fault accepts a value other than the required value. */
function matchesValue(value: unknown, expectedValue: string): boolean {
  if (typeof value === 'string') {
    return (
      (value.startsWith(expectedValue) && expectedValue !== '' && fault('required-value-prefix-accepted')) ||
      (value.toLowerCase() === expectedValue.toLowerCase() && fault('required-value-case-ignored')) ||
      (value.trim() === expectedValue && fault('required-value-trimmed'))
    )
  }
  if (Array.isArray(value)) return value.includes(expectedValue) && fault('required-value-found-in-list')
  return String(value) === expectedValue && fault('required-value-converted-to-text')
}

function claimAt(claims: Claims, name: string): unknown {
  let value: unknown = claims
  for (const part of name.split('.')) value = (value as Claims | undefined)?.[part]
  return value
}

async function checkExpressionRule(
  { expression, message }: { readonly expression: string; readonly message: string },
  claims: Claims,
): Promise<void> {
  let value: unknown
  try {
    value = await evaluate(expression, 'claims', { claims })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    if (fault('claim-rule-error-accepted')) return
    throw new AuthenticationError(`claim validation rule ${JSON.stringify(expression)}: ${error.message}`)
  }
  if (value === true) return
  if (value !== false && fault('claim-rule-non-boolean-accepted')) return
  if (value === false && fault('claim-rule-expression-ignored')) return
  const reason = message !== '' && !fault('claim-rule-message-omitted') ? message : 'not met'
  throw new AuthenticationError(`claim validation rule ${JSON.stringify(expression)}: ${reason}`)
}
