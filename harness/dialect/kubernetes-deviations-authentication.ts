import type { Deviation } from './dialect.ts'

const source = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0'
const validation = `${source}/staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go`
const pathCharacters = `${source}/staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go`
const options = `${source}/pkg/kubeapiserver/options/authentication.go`

/** Where Kubernetes 1.34 reads the authentication file and the authentication flags otherwise. */
export const authenticationDeviations: readonly Deviation[] = [
  {
    check: 'authn.file.api-version/refuses-v1alpha1-in-the-group-of-v1',
    reason: 'The v1alpha1 kind stands in the group of v1, apiserver.config.k8s.io.',
    link: `${source}/staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1alpha1/register.go`,
  },
  {
    check: 'authn.file.required-jwt/*',
    reason: 'A file may configure nothing at all, so that authenticators can be added while the server runs.',
    link: validation,
  },
  {
    check: 'authn.file.required-anonymous-enabled/*',
    reason: 'An absent enabled means false.',
    link: `${source}/staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/types.go`,
  },
  {
    check: 'authn.file.required-condition-path/*',
    reason: 'The path of a condition is not validated; an absent one matches no request.',
    link: validation,
  },
  {
    check: 'authn.file.issuer-url-form/refuses-a-url-without-a-host',
    reason: 'Scheme, user, query and fragment of the URL are validated, its host is not.',
    link: validation,
  },
  {
    check: 'authn.file.audience-match-policy-optional/*',
    reason: 'With several audiences, audienceMatchPolicy must be MatchAny.',
    link: validation,
  },
  {
    check: 'authn.file.uid-exactly-one/refuses-a-uid-with-neither-claim-nor-expression',
    reason: 'A uid mapping without claim and expression counts as absent.',
    link: validation,
  },
  {
    check: 'authn.file.extra-key-path/accepts-a-key-whose-path-has-an-at-sign',
    reason: 'The permitted characters lack the at sign, which RFC 3986 has in pchar.',
    link: pathCharacters,
  },
  {
    check: 'authn.file.extra-key-path/refuses-a-key-whose-path-has-a-percent-sign-that-escapes-nothing',
    reason: 'A percent sign is permitted anywhere, not only before two hexadecimal digits.',
    link: pathCharacters,
  },
  {
    check: 'flag.authentication-config.oidc-beside-anonymous/*',
    reason: 'The --oidc-* flags are refused beside any authentication file, whatever it configures.',
    link: options,
  },
  {
    check: 'flag.anonymous-auth.default-authorization/*',
    reason: 'Under the default authorization AlwaysAllow, --anonymous-auth is reset to false with a warning.',
    link: options,
  },
  {
    check: 'flag.oidc-required-claim.list/*',
    reason: 'The flag takes one pair each time; a comma belongs to the value.',
    link: `${source}/staging/src/k8s.io/component-base/cli/flag/map_string_string.go`,
  },
]
