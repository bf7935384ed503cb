import { failAlways, yieldAlways } from '../cel/evaluate.ts'
import { compile, type Expression, ExpressionError } from '../cel/expression.ts'
import type { Scope } from '../cel/environment.ts'
import { isUnsupported } from '../cel/unsupported-parts.ts'
import type { Problems } from '../../config/problems.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { FaultName } from '../../quirks/names.ts'

const textTypes = ['string', 'dyn']
const textsTypes = [...textTypes, 'null', 'list', 'list<string>', 'list<dyn>']

const resultTypes = {
  boolean: { types: ['bool', 'dyn'], says: 'must yield a boolean', harmless: true },
  string: { types: textTypes, says: 'must yield a string', harmless: 'somebody' },
  strings: { types: textsTypes, says: 'must yield a string or a list of strings', harmless: [] },
} as const satisfies Readonly<Record<string, { types: readonly string[]; says: string; harmless: unknown }>>

/** Path of an expression, its variables, and the type that it must have. */
export interface ExpressionField {
  readonly path: string
  readonly scope: Scope
  readonly yields: keyof typeof resultTypes
  readonly faults: { readonly broken: FaultName; readonly mistyped: FaultName }
}

/**
 * Compiles the expression of a field. Adds a problem if the expression is invalid, or certainly has a type that the
 * field does not permit.
 */
export async function checkExpression(
  source: string,
  field: ExpressionField,
  problems: Problems,
): Promise<Expression | undefined> {
  const { types, says, harmless } = resultTypes[field.yields]
  const reject = (reason: string, name: FaultName): void => {
    if (fault(name)) yieldAlways(source, field.scope, harmless)
    else problems.add(field.path, reason)
  }
  problems.forbid(source.includes('sets.'), field.path, 'set-functions-refused')
  try {
    const expression = await compile(source, field.scope)
    const hasResultType = (types as readonly string[]).includes(expression.type)
    const isCheckedPerToken = field.yields !== 'boolean' && freedom('mapping-types-checked-per-token')
    if (!hasResultType && !isCheckedPerToken) reject(says, field.faults.mistyped)
    if (expression.type === 'dyn' && field.yields === 'boolean' && freedom('dynamic-rules-refused')) {
      problems.add(field.path, says)
    }
    if (isUnsupported(source)) failAlways(source, field.scope)
    return expression
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    reject(`not a valid expression (${error.message})`, field.faults.broken)
    return undefined
  }
}
