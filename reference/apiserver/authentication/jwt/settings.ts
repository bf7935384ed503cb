/** Source of a user name or of groups: a claim with a prefix, or an expression. */
export type Source = { readonly claim: string; readonly prefix: string } | { readonly expression: string }

/** Claim with a required value, or an expression that must be true. */
export type ClaimRule =
  | { readonly claim: string; readonly requiredValue: string | undefined }
  | { readonly expression: string; readonly message: string }

/** Expression over the user that must be true. */
export interface UserRule {
  readonly expression: string
  readonly message: string
}

/** Issuer settings of a JWT authenticator. */
export interface IssuerSettings {
  readonly url: string
  readonly discoveryUrl: string | undefined
  /** PEM certificates; undefined for the certificates of the system. */
  readonly certificateAuthority: string | undefined
  readonly audiences: readonly string[]
  readonly egressSelectorType: string | undefined
  /** Accepted signature algorithms. */
  readonly algorithms: readonly string[]
}

/** Settings of a JWT authenticator from a file or from flags. */
export interface JwtSettings {
  readonly issuer: IssuerSettings
  readonly claimRules: readonly ClaimRule[]
  readonly username: Source
  readonly groups: Source | undefined
  readonly uid: Source | undefined
  readonly extra: readonly { readonly key: string; readonly expression: string }[]
  readonly userRules: readonly UserRule[]
}
