import { compile, type Expression } from '../../cel/expression.ts'
import type { Scope } from '../../cel/environment.ts'

const compiled = new Map<string, Promise<Expression>>()

/** Evaluates an expression, compiling it only once; throws an ExpressionError when it fails. */
export async function evaluate(
  source: string,
  scope: Scope,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const key = `${scope} ${source}`
  const expression = compiled.get(key) ?? compile(source, scope)
  compiled.set(key, expression)
  return (await expression).evaluate(variables)
}
