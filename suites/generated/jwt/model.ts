import type { Expression } from '../cel/expression.ts'

/** A claim with a prefix, or an expression. */
export type PrefixedMapping =
  | { readonly claim: string; readonly prefix: string }
  | { readonly expression: Expression }
/** A claim, or an expression. */
export type PlainMapping = { readonly claim: string } | { readonly expression: Expression }

/** A ClaimValidationRule of document 1. */
export type ClaimRule =
  | { readonly claim: string; readonly requiredValue?: string }
  | { readonly expression: Expression; readonly message?: string }

/** A JWTAuthenticator of document 1, with expressions as trees. */
export interface Authenticator {
  /** The path of its issuer's URL. */
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly claimRules: readonly ClaimRule[]
  readonly username: PrefixedMapping
  readonly groups?: PrefixedMapping
  readonly uid?: PlainMapping
  readonly extra: readonly { readonly key: string; readonly value: Expression }[]
  /** Expressions over the variable `user`. */
  readonly userRules: readonly Expression[]
}

/** Differences between the token's `iss` and the issuer's URL. */
export const issuerForms = [
  'same',
  'slash at the end',
  'upper case',
  'cut short',
  'longer',
  'left out',
  'list',
  'without scheme',
  'blank before',
  'path left out',
  'other issuer',
] as const
export type IssuerForm = (typeof issuerForms)[number]

/** Expirations of the token. */
export const expiries = ['in an hour', 'an hour ago', 'left out', 'as text', 'null'] as const
export type Expiry = (typeof expiries)[number]

/** Signatures of the token. */
export const signatures = [
  'by the issuer',
  'spoilt',
  'by a stranger',
  'none',
  'left out',
  'claims added after',
  'by another issuer',
  'by a shared secret',
  'by service accounts',
] as const
export type Signature = (typeof signatures)[number]

/** A token for an authenticator. */
export interface TokenSpec {
  /** All claims except `iss` and `exp`. `iat` and `sub` are present only if they are listed here. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly iss: IssuerForm
  readonly exp: Expiry
  readonly signature: Signature
}

/** Locations of the issuer's discovery document, and the issuers that it names. */
export const discoveries = [
  'usual',
  'elsewhere, at a well-known path',
  'elsewhere, in a file',
  'elsewhere, in a directory',
  'names a slash more',
  'names upper case',
  'names nobody',
  'names another',
  'elsewhere, names itself',
  'names nobody, since it fails',
] as const
export type Discovery = (typeof discoveries)[number]

/** Authorities in the issuer's entry, and certificates of the issuer. */
export const connections = [
  'usual',
  'authority is the second of two',
  'authority is a stranger',
  'no authority is named',
  'certificate of another host',
  'nobody listens',
] as const
export type Connection = (typeof connections)[number]

/** One configuration with the tokens that are sent to it. */
export interface JwtCase {
  /** Default: `usual`. */
  readonly discovery?: Discovery
  /** Default: `usual`. */
  readonly connection?: Connection
  readonly authenticator: Authenticator
  readonly tokens: readonly TokenSpec[]
}

/** The user of a token; absent attributes are empty. */
export interface User {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Documented result of a token: a user, a rejection, or an open result. */
export type Verdict =
  | { readonly user: User }
  | { readonly refused: string }
  /** Description of the open question. */
  | { readonly open: string }
