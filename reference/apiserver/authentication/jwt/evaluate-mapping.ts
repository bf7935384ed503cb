import { ExpressionError } from '../../cel/expression.ts'
import { fault } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { evaluate } from '../../cel/evaluate.ts'
import type { Claims } from './parse.ts'

/** Returns the value of a mapping expression over the claims. Throws an AuthenticationError on failure. */
export async function evaluateMapping(expression: string, claims: Claims, subject: string): Promise<unknown> {
  try {
    return await evaluate(expression, 'claims', { claims })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    if (fault('mapping-error-means-empty')) return ''
    throw new AuthenticationError(`${subject}: ${error.message}`, { cause: error })
  }
}
