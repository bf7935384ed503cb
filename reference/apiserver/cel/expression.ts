import type { ASTNode } from '@marcbachmann/cel-js'
import type { Scope } from './environment.ts'
import { allowOperandsOfHas } from './has.ts'

/** Error of an expression that cannot be compiled, or that fails on a value. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** Parsed and type-checked CEL expression. */
export interface Expression {
  readonly source: string
  /** Static type: `bool`, `string`, `list<string>`, … or `dyn` if it is known only at run time. */
  readonly type: string
  /**
   * Evaluates the expression. Throws an ExpressionError on failure. Numbers are returned as bigint or number, lists as
   * arrays.
   */
  evaluate(variables: Readonly<Record<string, unknown>>): unknown
  /**
   * Reports whether the expression selects the field of the variable, as in `claims.email` or, with the other
   * operator, `claims.?email`.
   */
  selects(variable: string, field: string, operator?: '.' | '.?'): boolean
}

/** Compiles an expression over the variables of a scope. Throws an ExpressionError for a syntax or type error. */
export async function compile(source: string, scope: Scope): Promise<Expression> {
  const { environment } = await import('./environment.ts')
  try {
    const parsedExpression = environment(scope).parse(source)
    allowOperandsOfHas(parsedExpression.ast)
    const { valid, type, error } = parsedExpression.check()
    if (!valid) throw error ?? new ExpressionError('mistyped')
    return {
      source,
      type: type ?? 'dyn',
      evaluate: (variables) => evaluateSafely(() => parsedExpression(variables)),
      selects: (variable, field, operator) => selectsField(parsedExpression.ast, variable, field, operator),
    }
  } catch (cause) {
    throw new ExpressionError(firstLine(cause), { cause })
  }
}

function evaluateSafely(evaluate: () => unknown): unknown {
  try {
    return evaluate()
  } catch (cause) {
    throw new ExpressionError(firstLine(cause), { cause })
  }
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? ''
}

function selectsField(node: unknown, variable: string, field: string, operator?: '.' | '.?'): boolean {
  if (Array.isArray(node)) return node.some((part) => selectsField(part, variable, field, operator))
  if (!isNode(node)) return false
  if (node.op === '.' || node.op === '.?') {
    const [operand, name] = node.args
    const isOperatorMatch = operator === undefined || node.op === operator
    if (isOperatorMatch && name === field && operand.op === 'id' && operand.args === variable) return true
  }
  return selectsField(node.args, variable, field, operator)
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}
