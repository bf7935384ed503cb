import type { Expression } from '../cel/expression.ts'

/** A claim with a prefix, or an expression. */
export type Prefixed =
  | { readonly claim: string; readonly prefix: string }
  | { readonly expression: Expression }
/** A claim, or an expression. */
export type Plain = { readonly claim: string } | { readonly expression: Expression }

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
  readonly username: Prefixed
  readonly groups?: Prefixed
  readonly uid?: Plain
  readonly extra: readonly { readonly key: string; readonly value: Expression }[]
  /** Expressions over the variable `user`. */
  readonly userRules: readonly Expression[]
}

/** How the token's `iss` differs from the issuer's URL. */
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

/** When the token expires. */
export const expiries = ['in an hour', 'an hour ago', 'left out', 'as text', 'null'] as const
export type Expiry = (typeof expiries)[number]

/** How the token is signed. */
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
export interface Token {
  /** All claims but `iss` and `exp`; `iat` and `sub` are there only where they stand here. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly iss: IssuerForm
  readonly exp: Expiry
  readonly signature: Signature
}

/** Where the issuer's discovery document is, and whom it names. */
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

/** By which authority the issuer is to be known, and what it shows. */
export const connections = [
  'usual',
  'authority is the second of two',
  'authority is a stranger',
  'no authority is named',
  'certificate of another host',
  'nobody listens',
] as const
export type Connection = (typeof connections)[number]

/** One configuration with what is presented to it. */
export interface JwtCase {
  /** Default `usual`. */
  readonly discovery?: Discovery
  /** Default `usual`. */
  readonly connection?: Connection
  readonly authenticator: Authenticator
  readonly tokens: readonly Token[]
}

/** The user that a token comes to; absent attributes are empty. */
export interface User {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** What the documents say of a token: whose it is, that it is refused, or nothing. */
export type Verdict =
  | { readonly user: User }
  | { readonly refused: string }
  /** What of it is left open. */
  | { readonly open: string }
