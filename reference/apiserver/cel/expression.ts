import type { ASTNode } from '@marcbachmann/cel-js'
import type { Scope } from './environment.ts'
import { allowOperandsOfHas } from './has.ts'

/** An expression that cannot be compiled, or that fails on a value. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** A CEL expression that was parsed and type-checked. */
export interface Expression {
  readonly source: string
  /** The type found without running it: `bool`, `string`, `list<string>`, … or `dyn` when only running tells. */
  readonly type: string
  /** Runs it; throws an ExpressionError when it fails. Numbers come as bigint or number, lists as arrays. */
  evaluate(variables: Readonly<Record<string, unknown>>): unknown
  /** Whether it selects the field of the variable, as in `claims.email` or, by the other operator, `claims.?email`. */
  selects(variable: string, field: string, operator?: '.' | '.?'): boolean
}

/** Compiles an expression over the variables of a scope; throws an ExpressionError when it is no expression or mistyped. */
export async function compile(source: string, scope: Scope): Promise<Expression> {
  const { environment } = await import('./environment.ts')
  try {
    const parsed = environment(scope).parse(source)
    allowOperandsOfHas(parsed.ast)
    const { valid, type, error } = parsed.check()
    if (!valid) throw error ?? new ExpressionError('mistyped')
    return {
      source,
      type: type ?? 'dyn',
      evaluate: (variables) => run(() => parsed(variables)),
      selects: (variable, field, operator) => selects(parsed.ast, variable, field, operator),
    }
  } catch (cause) {
    throw new ExpressionError(firstLine(cause), { cause })
  }
}

function run(evaluate: () => unknown): unknown {
  try {
    return evaluate()
  } catch (cause) {
    throw new ExpressionError(firstLine(cause), { cause })
  }
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? ''
}

function selects(node: unknown, variable: string, field: string, operator?: '.' | '.?'): boolean {
  if (Array.isArray(node)) return node.some((part) => selects(part, variable, field, operator))
  if (!isNode(node)) return false
  if (node.op === '.' || node.op === '.?') {
    const [on, name] = node.args
    const isAsked = operator === undefined || node.op === operator
    if (isAsked && name === field && on.op === 'id' && on.args === variable) return true
  }
  return selects(node.args, variable, field, operator)
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}
