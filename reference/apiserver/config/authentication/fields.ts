import * as is from '../../../config/decode.ts'

const claimOrExpression = is.object({ claim: is.string(), expression: is.string() })
const prefixedClaimOrExpression = is.object({
  claim: is.string(),
  prefix: is.string(),
  expression: is.string(),
})

const issuer = is.object({
  url: is.string(),
  discoveryURL: is.string(),
  certificateAuthority: is.string(),
  audiences: is.list(is.string()),
  audienceMatchPolicy: is.string(),
  egressSelectorType: is.string(),
})

const claimMappings = is.object({
  username: prefixedClaimOrExpression,
  groups: prefixedClaimOrExpression,
  uid: claimOrExpression,
  extra: is.list(is.object({ key: is.string(), valueExpression: is.string() })),
})

const jwt = is.object({
  issuer,
  claimValidationRules: is.list(
    is.object({
      claim: is.string(),
      requiredValue: is.string(),
      expression: is.string(),
      message: is.string(),
    }),
  ),
  claimMappings,
  userValidationRules: is.list(is.object({ expression: is.string(), message: is.string() })),
})

const anonymous = is.object({
  enabled: is.boolean(),
  conditions: is.list(is.object({ path: is.string() })),
})

/** The members of an AuthenticationConfiguration. */
export const authenticationFields = { jwt: is.list(jwt), anonymous }

/** An AuthenticationConfiguration as the file writes it; any field may be absent. */
export interface AuthenticationConfig {
  readonly jwt: readonly JwtConfig[] | undefined
  readonly anonymous: AnonymousConfig | undefined
}

/** One entry of `jwt`. */
export type JwtConfig = is.Decoded<typeof jwt>
/** Its `issuer`. */
export type IssuerConfig = is.Decoded<typeof issuer>
/** Its `claimMappings`. */
export type MappingsConfig = is.Decoded<typeof claimMappings>
/** Where a user name or groups come from. */
export type PrefixedConfig = is.Decoded<typeof prefixedClaimOrExpression>
/** The `anonymous` member. */
export type AnonymousConfig = is.Decoded<typeof anonymous>
