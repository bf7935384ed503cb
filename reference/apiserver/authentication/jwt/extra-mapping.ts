import { fault, freedom } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { claimText } from './as-text.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import type { Claims } from './parse.ts'
import type { JwtSettings } from './settings.ts'

/**
 * Returns the extra attributes from the claims, without empty values. Throws an AuthenticationError for values of a
 * wrong type.
 */
export async function mapExtra(
  mappings: JwtSettings['extra'],
  claims: Claims,
): Promise<Record<string, readonly string[]>> {
  const extraValues: Record<string, readonly string[]> = {}
  for (const [index, { key, expression }] of mappings.entries()) {
    if (index > 0 && fault('only-first-extra-mapped')) break
    // Sequential: the error contains the cause of the first failing mapping.
    const values = stringsOf(key, await evaluateMapping(expression, claims, `extra ${key}`))
    if (values !== undefined) extraValues[key] = values
  }
  if (freedom('credential-id-in-extra') && typeof claims['jti'] === 'string') {
    extraValues['authentication.orch.io/credential-id'] = [`JTI=${claims['jti']}`]
  }
  return Object.keys(extraValues).length > 0 && fault('extra-not-mapped') ? {} : extraValues
}

function stringsOf(key: string, value: unknown): readonly string[] | undefined {
  if (value === '') return fault('extra-empty-string-kept') ? [''] : undefined
  if (value === null) return fault('extra-null-refused') ? rejectType(key) : undefined
  if (typeof value === 'string') return fault('extra-single-string-refused') ? rejectType(key) : [value]
  if (!Array.isArray(value)) {
    return fault('extra-type-ignored') ? [claimText(value)] : rejectType(key)
  }
  const strings = value.filter((entry) => typeof entry === 'string')
  if (strings.length < value.length && !fault('extra-non-strings-skipped')) rejectType(key)
  const nonEmptyStrings = strings.filter((entry) => entry !== '')
  const keptStrings =
    nonEmptyStrings.length < strings.length && fault('extra-empty-elements-kept') ? strings : nonEmptyStrings
  if (keptStrings.length > 1 && fault('only-first-extra-value-kept')) return keptStrings.slice(0, 1)
  return keptStrings.length > 0 || fault('extra-empty-list-kept') ? keptStrings : undefined
}

function rejectType(key: string): never {
  throw new AuthenticationError(`extra ${key}: neither a string nor a list of strings`)
}
