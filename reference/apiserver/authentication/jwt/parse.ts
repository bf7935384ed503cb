import { AuthenticationError } from '../../api/authenticator.ts'

/** Claims of a token by name. */
export type Claims = Readonly<Record<string, unknown>>

/** Parsed compact token that is not verified. */
export interface ParsedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Claims
  readonly signature: string
}

/** Parses a compact token. Returns undefined for any other string. */
export function parseToken(token: string): ParsedToken | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  const [header, claims] = parts.map(decodePart)
  if (header === undefined || claims === undefined) return undefined
  return { header, claims, signature: parts[2] ?? '' }
}

/** Returns the named claim. Throws an AuthenticationError if the token does not have the claim. */
export function requiredClaim(claims: Claims, name: string): unknown {
  if (!Object.hasOwn(claims, name)) throw new AuthenticationError(`claim ${name}: not present`)
  return claims[name]
}

function decodePart(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined
  } catch {
    return undefined
  }
}
