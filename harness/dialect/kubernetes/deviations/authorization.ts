import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const validationPath = `${apiserver}/pkg/apis/apiserver/validation/validation.go`
const defaultsPath = `${apiserver}/pkg/apis/apiserver/v1/defaults.go`
const optionsPath = 'pkg/kubeapiserver/options/authentication.go'

/** Deviations in the AuthorizationConfiguration file and in the flags of authorization. */
export const authorizationDeviations: readonly Deviation[] = [
  {
    check: 'authz.webhook.required/refuses-a-file-without-authorizedttl',
    reason: 'authorizedTTL has a default of 5m0s instead of being required.',
    link: sourceAt(defaultsPath, 'L54-L56'),
  },
  {
    check: 'authz.webhook.required/refuses-a-file-without-unauthorizedttl',
    reason: 'unauthorizedTTL has a default of 30s instead of being required.',
    link: sourceAt(defaultsPath, 'L60-L62'),
  },
  {
    check: 'authz.authorizers.each-is-validated/refuses-last-no-webhook-authorizedttl',
    reason: 'authorizedTTL has a default of 5m0s instead of being required.',
    link: sourceAt(defaultsPath, 'L54-L56'),
  },
  {
    check: 'authz.authorizers.each-is-validated/refuses-last-no-webhook-unauthorizedttl',
    reason: 'unauthorizedTTL has a default of 30s instead of being required.',
    link: sourceAt(defaultsPath, 'L60-L62'),
  },
  {
    check:
      'authz.authorizers.each-is-validated/refuses-last-no-webhook-matchconditionsubjectaccessreviewversion',
    reason: 'The version is required only where there are match conditions.',
    link: sourceAt(validationPath, 'L726-L730'),
  },
  {
    check: 'authz.authorizer.name-is-a-label/refuses-a-name-that-holds-a-dot',
    reason: 'Names are checked as DNS-1123 subdomains, which may hold dots.',
    link: sourceAt(validationPath, 'L672'),
  },
  {
    check: 'authz.authorizer.name-is-a-label/refuses-a-name-that-is-64-characters-long',
    reason: 'Names are checked as DNS-1123 subdomains; only labels end at 63 characters.',
    link: sourceAt(validationPath, 'L672'),
  },
  {
    check: 'flag.authorization-mode.always-deny/refuses-at-alwaysdeny-although-alwaysallow-follows',
    reason: 'AlwaysDeny returns no opinion, so the modes after it decide.',
    link: sourceAt(`${apiserver}/pkg/authorization/authorizerfactory/builtin.go`, 'L60'),
  },
  {
    check:
      'flag.authentication-token-webhook-cache-ttl.kept/a-token-that-is-known-counts-for-a-short-cache-time-and-no-longer',
    reason:
      'A second cache over all token authenticators keeps every accepted token for 10 s, whatever the flag says.',
    link: sourceAt('pkg/kubeapiserver/authenticator/config.go', 'L198-L200'),
  },
  {
    check: 'flag.service-account-issuer.comma-list/the-first-issuer-of-a-comma-list-issues',
    reason: 'The flag is a list only when it is repeated; a comma is part of the issuer.',
    link: sourceAt(optionsPath, 'L417'),
  },
  {
    check: 'flag.service-account-key-file.falls-back/a-token-is-accepted-that-the-serving-key-signed',
    reason: 'A key file or a signing endpoint is required; the help still speaks of --tls-private-key-file.',
    link: sourceAt(optionsPath, 'L281-L283'),
  },
  {
    check: 'authz.webhook.condition-version-without-conditions/*',
    reason: 'The version is required only where there are match conditions.',
    link: sourceAt(validationPath, 'L726-L730'),
  },
]
