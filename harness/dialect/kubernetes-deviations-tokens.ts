import type { Deviation } from './dialect.ts'

const source = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0'
const oidc = `${source}/staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go`

/** Departures in judging the tokens of JWT authenticators. */
export const tokenDeviations: readonly Deviation[] = [
  {
    check: 'authn.jwt.exp-is-a-number-in-the-future/refuses-a-token-whose-exp-is-a-text',
    reason: 'The library that reads exp takes a string of digits for the number.',
    link: `${source}/vendor/github.com/coreos/go-oidc/oidc.go`,
  },
  {
    check: 'authn.jwt.username-claim-is-a-string/refuses-a-token-whose-claim-is-null',
    reason: 'A null claim is decoded into a string and so counts as the empty string; the user has no name.',
    link: oidc,
  },
  {
    check: 'authn.jwt.uid-claim-is-a-string/refuses-a-token-whose-claim-is-null',
    reason: 'A null claim is decoded into a string and so counts as the empty string.',
    link: oidc,
  },
  {
    check: 'authn.jwt.unset-required-value-is-empty/refuses-a-token-whose-claim-is-null',
    reason:
      'A null claim is decoded into a string and so counts as the empty string, which is what is required.',
    link: oidc,
  },
]
