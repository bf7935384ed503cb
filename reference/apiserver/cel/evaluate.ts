import type { Scope } from './environment.ts'
import { compile, type Expression, ExpressionError } from './expression.ts'

const compiled = new Map<string, Promise<Pick<Expression, 'evaluate'>>>()

const keyOf = (source: string, scope: Scope) => `${scope} ${source}`

/** Evaluates an expression, compiling it only once; throws an ExpressionError when it fails. */
export async function evaluate(
  source: string,
  scope: Scope,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const key = keyOf(source, scope)
  const expression = compiled.get(key) ?? compile(source, scope)
  compiled.set(key, expression)
  return (await expression).evaluate(variables)
}

/** Lets an expression yield a value whatever it says; only faults that pardon a broken one do so. */
export function yieldAlways(source: string, scope: Scope, value: unknown): void {
  compiled.set(keyOf(source, scope), Promise.resolve({ evaluate: () => value }))
}

/** Makes every evaluation of an expression fail; only faults do so. */
export function failAlways(source: string, scope: Scope): void {
  compiled.set(keyOf(source, scope), Promise.resolve(failing(source)))
}

/** An expression that fails whenever it is evaluated. */
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
