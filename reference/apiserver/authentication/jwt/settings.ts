/** Where a text comes from: a claim with something before it, or an expression. */
export type Source = { readonly claim: string; readonly prefix: string } | { readonly expression: string }

/** A claim with a required value, or an expression that must hold. */
export type ClaimRule =
  | { readonly claim: string; readonly requiredValue: string | undefined }
  | { readonly expression: string; readonly message: string }

/** An expression over the user that must hold. */
export interface UserRule {
  readonly expression: string
  readonly message: string
}

/** The issuer side of a JWT authenticator. */
export interface IssuerSettings {
  readonly url: string
  readonly discoveryUrl: string | undefined
  /** PEM certificates; undefined for those of the system. */
  readonly certificateAuthority: string | undefined
  readonly audiences: readonly string[]
  readonly egressSelectorType: string | undefined
  /** Signature algorithms that are taken. */
  readonly algorithms: readonly string[]
}

/** A JWT authenticator, whether a file or flags describe it. */
export interface JwtSettings {
  readonly issuer: IssuerSettings
  readonly claimRules: readonly ClaimRule[]
  readonly username: Source
  readonly groups: Source | undefined
  readonly uid: Source | undefined
  readonly extra: readonly { readonly key: string; readonly expression: string }[]
  readonly userRules: readonly UserRule[]
}
