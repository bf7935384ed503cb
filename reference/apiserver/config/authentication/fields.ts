import * as is from '../../../config/decode.ts'
import { field, notEmpty, oneOf, mustEqual, secondEntry } from '../../../config/limits.ts'

const claimOrExpression = is.object({ claim: is.string(), expression: is.string() })
const prefixedClaimOrExpression = is.object({
  claim: is.string(),
  prefix: is.string(),
  expression: is.string(),
})

const issuer = is.object({
  url: field(is.string(), { required: 'issuer-url-missing-accepted' }),
  discoveryURL: is.string(),
  certificateAuthority: is.string(),
  audiences: field(is.list(is.string()), {
    required: 'audiences-missing-accepted',
    must: { 'empty-audiences-accepted': notEmpty },
  }),
  audienceMatchPolicy: is.string(),
  egressSelectorType: field(is.string(), {
    must: { 'egress-selector-type-unchecked': oneOf('controlplane', 'cluster') },
    refuses: {
      'egress-controlplane-refused': mustEqual('controlplane'),
      'egress-cluster-refused': mustEqual('cluster'),
    },
  }),
})

const claimMappings = is.object({
  username: field(prefixedClaimOrExpression, { required: 'username-missing-accepted' }),
  groups: prefixedClaimOrExpression,
  uid: claimOrExpression,
  extra: is.list(
    is.object({
      key: field(is.string(), { required: 'extra-key-missing-accepted' }),
      valueExpression: field(is.string(), { required: 'extra-value-missing-accepted' }),
    }),
  ),
})

const jwt = is.object({
  issuer: field(issuer, { required: 'issuer-missing-accepted' }),
  claimValidationRules: is.list(
    is.object({
      claim: is.string(),
      requiredValue: is.string(),
      expression: is.string(),
      message: is.string(),
    }),
  ),
  claimMappings: field(claimMappings, { required: 'claim-mappings-missing-accepted' }),
  userValidationRules: is.list(
    is.object({
      expression: field(is.string(), { required: 'user-rule-expression-missing-accepted' }),
      message: is.string(),
    }),
  ),
})

const anonymous = is.object({
  enabled: field(is.boolean(), {
    required: 'anonymous-enabled-missing-accepted',
    refuses: { 'anonymous-disabled-in-file-refused': ['false', (enabled) => !enabled] },
  }),
  conditions: field(
    is.list(
      is.object({ path: field(is.string(), { required: 'anonymous-condition-path-missing-accepted' }) }),
    ),
    { refuses: { 'second-anonymous-condition-refused': secondEntry } },
  ),
})

/** Members of an AuthenticationConfiguration. */
export const authenticationFields = { jwt: is.list(jwt), anonymous }

/** Decoded AuthenticationConfiguration; any member may be absent. */
export interface AuthenticationConfig {
  readonly jwt: readonly JwtConfig[] | undefined
  readonly anonymous: AnonymousConfig | undefined
}

/** Decoded entry of `jwt`. */
export type JwtConfig = is.Decoded<typeof jwt>
/** Decoded `issuer` of an entry of `jwt`. */
export type IssuerConfig = is.Decoded<typeof issuer>
/** Decoded `claimMappings` of an entry of `jwt`. */
export type MappingsConfig = is.Decoded<typeof claimMappings>
/** Decoded source of a user name or of groups: a claim with a prefix, or an expression. */
export type PrefixedConfig = is.Decoded<typeof prefixedClaimOrExpression>
/** Decoded `anonymous` member. */
export type AnonymousConfig = is.Decoded<typeof anonymous>
