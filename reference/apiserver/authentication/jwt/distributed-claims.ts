import type { Claims } from './parse.ts'

/** Source of a claim that is not in the token. */
export interface ClaimSource {
  readonly endpoint: string
  readonly accessToken: string | undefined
}

/**
 * Returns the source of a claim that the token only refers to (OpenID Connect Core §5.6.2); undefined if there is none.
 */
export function claimSource(claims: Claims, name: string): ClaimSource | undefined {
  const names = mapping(claims['_claim_names'])
  const sources = mapping(claims['_claim_sources'])
  const source = mapping(sources?.[String(names?.[name])])
  const endpoint = source?.['endpoint']
  const accessToken = source?.['access_token']
  if (typeof endpoint !== 'string') return undefined
  return { endpoint, accessToken: typeof accessToken === 'string' ? accessToken : undefined }
}

function mapping(value: unknown): Claims | undefined {
  return typeof value === 'object' && value !== null ? (value as Claims) : undefined
}
