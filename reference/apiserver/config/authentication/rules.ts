import type { Expression } from '../../cel/expression.ts'
import { isFilled } from '../../../config/decode.ts'
import type { Problems } from '../../../config/problems.ts'
import type { JwtConfig } from './fields.ts'
import { checkExpression } from '../expressions.ts'
import type { FaultName } from '../../../quirks/names.ts'

type ClaimRule = NonNullable<JwtConfig['claimValidationRules']>[number]
type UserRule = NonNullable<JwtConfig['userValidationRules']>[number]

/** Applies the rules of the ClaimValidationRule table. Returns the expressions that compile. */
export async function validateClaimRules(
  rules: readonly ClaimRule[],
  path: string,
  problems: Problems,
): Promise<readonly Expression[]> {
  const compiledRules = rules.map((rule, index) => validateClaimRule(rule, `${path}[${index}]`, problems))
  return (await Promise.all(compiledRules)).flatMap((expression) => expression ?? [])
}

async function validateClaimRule(
  { claim, requiredValue, expression, message }: ClaimRule,
  path: string,
  problems: Problems,
): Promise<Expression | undefined> {
  const requireExclusive = (hasBoth: boolean, a: string, b: string, fault: FaultName) =>
    problems.require(!hasBoth, path, `${a} and ${b} exclude each other`, fault)
  requireExclusive(
    isFilled(claim) && isFilled(expression),
    'claim',
    'expression',
    'claim-rule-claim-with-expression-accepted',
  )
  requireExclusive(
    isFilled(claim) && isFilled(message),
    'claim',
    'message',
    'claim-rule-claim-with-message-accepted',
  )
  const hasValueWithoutClaim = isFilled(requiredValue) && !isFilled(claim)
  requireExclusive(
    hasValueWithoutClaim && isFilled(expression),
    'requiredValue',
    'expression',
    'claim-rule-value-with-expression-accepted',
  )
  if (hasValueWithoutClaim && isFilled(message) && !isFilled(expression))
    problems.add(`${path}.requiredValue`, 'requiredValue and message exclude each other')
  if (!isFilled(expression)) {
    if (!isFilled(claim)) problems.add(path, 'claim or expression is required')
    return undefined
  }
  const faults = {
    broken: 'claim-rule-broken-expression-accepted',
    mistyped: 'claim-rule-expression-type-unchecked',
  } as const
  const field = { path: `${path}.expression`, scope: 'claims', yields: 'boolean', faults } as const
  return checkExpression(expression, field, problems)
}

/** Applies the rules of the UserValidationRule table. */
export async function validateUserRules(
  rules: readonly UserRule[],
  path: string,
  problems: Problems,
): Promise<void> {
  for (const [index, { expression }] of rules.entries()) {
    if (!isFilled(expression)) continue
    const expressionPath = `${path}[${index}].expression`
    const faults = {
      broken: 'user-rule-broken-expression-accepted',
      mistyped: 'user-rule-expression-type-unchecked',
    } as const
    const field = { path: expressionPath, scope: 'user', yields: 'boolean', faults } as const
    // Sequential: problems are reported in the order of the file.
    await checkExpression(expression, field, problems)
  }
}
