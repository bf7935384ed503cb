export {
  type Algorithm,
  type AsymmetricAlgorithm,
  type Claims,
  createSigningKey,
  defaultAudience,
  type DiscoveryDocument,
  type IssuerKeys,
  type IssuerOptions,
  type KeyKind,
  type KeySetDocument,
  type MintOptions,
  type OidcAnswers,
  type OidcEndpoint,
  type OidcHost,
  type OidcIssuer,
  type OidcRequest,
  type SigningKey,
  type SoleOidcIssuer,
  startOidcHost,
  startOidcIssuer,
  type Tampering,
} from '#mocks/oidc-issuer/index.ts'
export * from '../http.ts'
export type {
  /** @deprecated Use `OidcRequest`. */
  OidcRequest as OidcSeen,
} from '#mocks/oidc-issuer/index.ts'
