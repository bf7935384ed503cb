import { claimsOf, namesOf } from './claim-names.ts'
import type { Authenticator, Expiry, IssuerForm, Signature, TokenSpec } from './model.ts'

/** Changes of a claim that the configuration names. */
export const claimForms = [
  'left out',
  'another text',
  'upper case',
  'cut short',
  'longer',
  'blank behind',
  'blank before',
  'empty text',
  'number',
  'true',
  'null',
  'list of it',
  'list with another',
  'list with a number',
  'list with an empty text',
  'list of empty texts',
  'empty list',
  'object',
  'path to it',
] as const

/** Changes of `aud`. */
export const audienceForms = [
  'left out',
  'of a stranger',
  'after a stranger',
  'before a stranger',
  'last only',
  'all',
  'upper case',
  'cut short',
  'longer',
  'empty list',
  'single text',
  'text of a stranger',
  'texts with blanks between',
] as const

/** Difference from a token that meets all requirements. */
export type Difference =
  | { readonly at: number; readonly claim: (typeof claimForms)[number] }
  /** Difference in a claim of a rule. */
  | { readonly required: number; readonly claim: (typeof claimForms)[number] }
  /** Difference in a claim that is the source of groups or extra attributes. */
  | { readonly mapped: number; readonly claim: (typeof claimForms)[number] }
  /** Difference in the claim with this name. */
  | { readonly named: string; readonly claim: (typeof claimForms)[number] }
  | { readonly named: string; readonly becomes: unknown }
  | { readonly aud: (typeof audienceForms)[number] }
  | { readonly iss: IssuerForm }
  | { readonly exp: Expiry }
  | { readonly signature: Signature }
  | { readonly verified: unknown }

/** Returns a token with one difference from the given token. */
export function withDifference(
  token: TokenSpec,
  difference: Difference,
  names: readonly string[],
  { audiences, claimRules, groups, extra }: Authenticator,
): TokenSpec {
  const { claims } = token
  if ('iss' in difference) return { ...token, iss: difference.iss }
  if ('exp' in difference) return { ...token, exp: difference.exp }
  if ('signature' in difference) return { ...token, signature: difference.signature }
  if ('verified' in difference)
    return { ...token, claims: { ...claims, email_verified: difference.verified } }
  if ('aud' in difference)
    return { ...token, claims: withClaim(claims, 'aud', audience(difference.aud, audiences)) }
  if ('becomes' in difference)
    return { ...token, claims: { ...claims, [difference.named]: difference.becomes } }
  if ('named' in difference)
    return { ...token, claims: withClaimForm(claims, difference.named, difference.claim) }
  const requiredClaims = claimRules.flatMap((rule) =>
    'claim' in rule ? [rule.claim] : claimsOf(rule.expression),
  )
  const mappedClaims = [...namesOf(groups), ...extra.flatMap(({ value }) => claimsOf(value))]
  const [some, at] =
    'at' in difference
      ? [names, difference.at]
      : 'mapped' in difference
        ? [mappedClaims, difference.mapped]
        : [requiredClaims, difference.required]
  const name = some[at % Math.max(1, some.length)]
  if (name === undefined) return token
  return { ...token, claims: withClaimForm(claims, name, difference.claim) }
}

function withClaim(claims: TokenSpec['claims'], name: string, value: unknown): TokenSpec['claims'] {
  return Object.fromEntries(
    Object.entries({ ...claims, [name]: value }).filter(([, one]) => one !== undefined),
  )
}

function audience(form: (typeof audienceForms)[number], audiences: readonly string[]): unknown {
  const [first = ''] = audiences
  const lastAudience = audiences.at(-1) ?? ''
  switch (form) {
    case 'left out':
      return undefined
    case 'of a stranger':
      return ['stranger']
    case 'after a stranger':
      return ['stranger', lastAudience]
    case 'before a stranger':
      return [lastAudience, 'stranger']
    case 'last only':
      return [lastAudience]
    case 'all':
      return audiences
    case 'upper case':
      return [first.toUpperCase()]
    case 'cut short':
      return [first.slice(0, -1)]
    case 'longer':
      return [`x${first}`, `${first}x`]
    case 'empty list':
      return []
    case 'single text':
      return first
    case 'text of a stranger':
      return 'stranger'
    case 'texts with blanks between':
      return `stranger ${lastAudience}`
  }
}

function withClaimForm(
  claims: TokenSpec['claims'],
  name: string,
  form: (typeof claimForms)[number],
): TokenSpec['claims'] {
  const value = claims[name]
  const text = Array.isArray(value) ? String(value[0]) : String(value)
  const withValue = (one: unknown): TokenSpec['claims'] => withClaim(claims, name, one)
  switch (form) {
    case 'left out':
      return withValue(undefined)
    case 'another text':
      return withValue('another')
    case 'upper case':
      return withValue(text.toUpperCase())
    case 'cut short':
      return withValue(text.slice(0, -1))
    case 'longer':
      return withValue(`${text}s`)
    case 'blank behind':
      return withValue(`${text} `)
    case 'blank before':
      return withValue(` ${text}`)
    case 'empty text':
      return withValue('')
    case 'number':
      return withValue(text === 'true' ? true : 7)
    case 'true':
      return withValue(true)
    case 'null':
      return withValue(null)
    case 'list of it':
      return withValue([text])
    case 'list with another':
      return withValue(['another', text])
    case 'list with a number':
      return withValue([text, 7])
    case 'list with an empty text':
      return withValue([text, '', 'another'])
    case 'list of empty texts':
      return withValue(['', ''])
    case 'empty list':
      return withValue([])
    case 'object':
      return withValue({ [text]: text })
    case 'path to it': {
      // A name with a dot is one name, and not the path of a member.
      const [outer = '', inner] = name.split('.')
      return inner === undefined
        ? withValue({ value })
        : { ...withClaim(claims, name, undefined), [outer]: { [inner]: value } }
    }
  }
}
