import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const oidcPath = `${apiserver}/plugin/pkg/authenticator/token/oidc/oidc.go`

/** Deviations in judging the tokens of JWT authenticators. */
export const tokenDeviations: readonly Deviation[] = [
  {
    check: 'authn.jwt.exp-is-a-number-in-the-future/refuses-a-token-whose-exp-is-a-text',
    reason: 'The library that reads exp takes a string of digits for the number.',
    link: sourceAt('vendor/github.com/coreos/go-oidc/oidc.go', 'L426-L430'),
  },
  {
    check: 'authn.jwt.username-claim-is-a-string/refuses-a-token-whose-claim-is-null',
    reason:
      'A null claim is decoded into a string, and is treated as the empty string; the user has no name.',
    link: sourceAt(oidcPath, 'L870'),
  },
  {
    check: 'authn.jwt.uid-claim-is-a-string/refuses-a-token-whose-claim-is-null',
    reason: 'A null claim is decoded into a string, and is treated as the empty string.',
    link: sourceAt(oidcPath, 'L941'),
  },
  {
    check: 'authn.jwt.unset-required-value-is-empty/refuses-a-token-whose-claim-is-null',
    reason:
      'A null claim is decoded into a string, and is treated as the empty string, which is what is required.',
    link: sourceAt(oidcPath, 'L792'),
  },
  {
    check: 'authn.jwt.order-of-steps/refuses-by-its-claim-rule-a-token-that-cannot-be-mapped',
    reason: 'Claims are mapped before the claim validation rules are evaluated.',
    link: sourceAt(oidcPath, 'L763-L801'),
  },
  {
    check: 'authn.jwt.groups-claim-is-a-string-or-list/gives-no-group-for-an-empty-text',
    reason:
      'A groups claim that is a text becomes a list of that text, the empty one too; an expression drops it.',
    link: sourceAt(oidcPath, 'L1045-L1049'),
  },
  {
    check: 'authn.jwt.groups-prefix-is-put-before/gives-no-group-for-an-empty-text',
    reason: 'The empty text becomes a list of it, and then the prefix is put before each element.',
    link: sourceAt(oidcPath, 'L910-L915'),
  },
]
