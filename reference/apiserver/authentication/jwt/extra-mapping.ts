import type { ServerQuirks } from '../../faults.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { asText } from './as-text.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import type { Claims } from './parse.ts'
import type { JwtSettings } from './settings.ts'

/**
 * Returns the extra attributes from the claims, without empty ones. Throws an AuthenticationError for values of another
 * type.
 */
export async function mapExtra(
  mappings: JwtSettings['extra'],
  claims: Claims,
  quirks: ServerQuirks,
): Promise<Record<string, readonly string[]>> {
  const extra: Record<string, readonly string[]> = {}
  for (const [index, { key, expression }] of mappings.entries()) {
    if (index > 0 && quirks.fault('only-first-extra-mapped')) break
    // Sequential: the first failing mapping gives the cause.
    const values = texts(key, await evaluateMapping(expression, claims, `extra ${key}`, quirks), quirks)
    if (values !== undefined) extra[key] = values
  }
  if (quirks.freedom('credential-id-in-extra') && typeof claims['jti'] === 'string') {
    extra['authentication.orch.io/credential-id'] = [`JTI=${claims['jti']}`]
  }
  return Object.keys(extra).length > 0 && quirks.fault('extra-not-mapped') ? {} : extra
}

function texts(key: string, value: unknown, quirks: ServerQuirks): readonly string[] | undefined {
  if (value === '') return quirks.fault('extra-empty-string-kept') ? [''] : undefined
  if (value === null) return quirks.fault('extra-null-refused') ? refuse(key) : undefined
  if (typeof value === 'string') return quirks.fault('extra-single-string-refused') ? refuse(key) : [value]
  if (!Array.isArray(value)) {
    return quirks.fault('extra-type-ignored') ? [asText(value)] : refuse(key)
  }
  const strings = value.filter((entry) => typeof entry === 'string')
  if (strings.length < value.length && !quirks.fault('extra-non-strings-skipped')) refuse(key)
  const full = strings.filter((entry) => entry !== '')
  const kept = full.length < strings.length && quirks.fault('extra-empty-elements-kept') ? strings : full
  if (kept.length > 1 && quirks.fault('only-first-extra-value-kept')) return kept.slice(0, 1)
  return kept.length > 0 || quirks.fault('extra-empty-list-kept') ? kept : undefined
}

function refuse(key: string): never {
  throw new AuthenticationError(`extra ${key}: neither a string nor a list of strings`)
}
