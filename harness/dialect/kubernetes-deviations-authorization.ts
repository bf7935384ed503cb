import type { Deviation } from './dialect.ts'

const source = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0'
const validation = `${source}/staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go`
const defaults = `${source}/staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/defaults.go`

/** Departures in the AuthorizationConfiguration file and in the flags of authorization. */
export const authorizationDeviations: readonly Deviation[] = [
  {
    check: 'authz.file.api-version/refuses-v1alpha1-in-the-group-of-v1',
    reason: 'The v1alpha1 kind stands in the group of v1, apiserver.config.k8s.io.',
    link: `${source}/staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1alpha1/register.go`,
  },
  {
    check: 'authz.webhook.required/refuses-a-file-without-authorizedttl',
    reason: 'authorizedTTL has a default of 5m0s instead of being required.',
    link: defaults,
  },
  {
    check: 'authz.webhook.required/refuses-a-file-without-unauthorizedttl',
    reason: 'unauthorizedTTL has a default of 30s instead of being required.',
    link: defaults,
  },
  {
    check: 'authz.authorizer.name-is-a-label/refuses-a-name-that-holds-a-dot',
    reason: 'Names are checked as DNS-1123 subdomains, which may hold dots.',
    link: validation,
  },
  {
    check: 'authz.authorizer.name-is-a-label/refuses-a-name-that-is-64-characters-long',
    reason: 'Names are checked as DNS-1123 subdomains; only labels end at 63 characters.',
    link: validation,
  },
  {
    check: 'flag.authorization-mode.always-deny/refuses-at-alwaysdeny-although-alwaysallow-follows',
    reason: 'AlwaysDeny answers that it has no opinion, so the modes after it are asked.',
    link: `${source}/staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.go`,
  },
  {
    check: 'flag.authentication-token-webhook-cache-ttl.kept/a-token-that-is-known-*',
    reason:
      'A second cache over all token authenticators keeps every accepted token for 10 s, whatever the flag says.',
    link: `${source}/pkg/kubeapiserver/authenticator/config.go`,
  },
  {
    check: 'flag.service-account-issuer.comma-list/the-first-issuer-of-a-comma-list-issues',
    reason: 'The flag is a list only when it is repeated; a comma is part of the issuer.',
    link: `${source}/pkg/kubeapiserver/options/authentication.go`,
  },
  {
    check: 'flag.service-account-key-file.falls-back/a-token-is-accepted-that-the-serving-key-signed',
    reason: 'A key file or a signing endpoint is required; the help still speaks of --tls-private-key-file.',
    link: `${source}/pkg/kubeapiserver/options/authentication.go`,
  },
  {
    check:
      'flag.service-account-lookup.existence/a-token-whose-account-was-deleted-is-accepted-with-the-flag-off',
    reason:
      'The flag governs tokens from secrets only; tokens that were requested are looked up in any case.',
    link: `${source}/pkg/serviceaccount/claims.go`,
  },
]
