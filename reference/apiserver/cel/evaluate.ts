import type { Scope } from './environment.ts'
import { compile, type Expression, ExpressionError } from './expression.ts'

const compiledExpressions = new Map<string, Promise<Pick<Expression, 'evaluate'>>>()

const keyOf = (source: string, scope: Scope) => `${scope} ${source}`

/** Evaluates an expression, which is compiled only once. Throws an ExpressionError on failure. */
export async function evaluate(
  source: string,
  scope: Scope,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const key = keyOf(source, scope)
  const expression = compiledExpressions.get(key) ?? compile(source, scope)
  compiledExpressions.set(key, expression)
  return (await expression).evaluate(variables)
}

/** Makes an expression return a fixed value. Only faults that accept an invalid expression use this function. */
export function yieldAlways(source: string, scope: Scope, value: unknown): void {
  compiledExpressions.set(keyOf(source, scope), Promise.resolve({ evaluate: () => value }))
}

/** Makes every evaluation of an expression fail. Only faults use this function. */
export function failAlways(source: string, scope: Scope): void {
  compiledExpressions.set(keyOf(source, scope), Promise.resolve(failing(source)))
}

/** Returns an expression that fails at every evaluation. */
export function failing(source: string, error = new ExpressionError('no such overload')): Expression {
  return {
    source,
    type: 'dyn',
    evaluate: () => {
      throw error
    },
    selects: () => false,
  }
}
