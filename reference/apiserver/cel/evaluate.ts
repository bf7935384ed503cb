import type { Scope } from './environment.ts'
import { compile, type Expression } from './expression.ts'

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
