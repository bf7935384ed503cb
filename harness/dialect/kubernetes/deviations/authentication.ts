import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const validationPath = `${apiserver}/pkg/apis/apiserver/validation/validation.go`
const pathCharactersSource = 'staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go'
const optionsPath = 'pkg/kubeapiserver/options/authentication.go'

/** Deviations of Kubernetes 1.34 in the authentication file and the authentication flags. */
export const authenticationDeviations: readonly Deviation[] = [
  {
    check: 'authn.file.required-jwt/*',
    reason: 'A file may configure nothing at all, so that authenticators can be added while the server runs.',
    link: sourceAt(validationPath, 'L51-L55'),
  },
  {
    check: 'authn.file.required-anonymous-enabled/*',
    reason: 'An absent enabled means false.',
    link: sourceAt(`${apiserver}/pkg/apis/apiserver/v1/types.go`, 'L86'),
  },
  {
    check: 'authn.file.required-condition-path/*',
    reason: 'The path of a condition is not validated; an absent one matches no request.',
    link: sourceAt(validationPath, 'L80-L87'),
  },
  {
    check: 'authn.file.issuer-url-form/refuses-a-url-without-a-host',
    reason: 'Scheme, user, query and fragment of the URL are validated, its host is not.',
    link: sourceAt(validationPath, 'L165-L181'),
  },
  {
    check: 'authn.file.audience-match-policy-optional/*',
    reason: 'With several audiences, audienceMatchPolicy must be MatchAny.',
    link: sourceAt(validationPath, 'L210'),
  },
  {
    check: 'authn.file.uid-exactly-one/refuses-a-uid-with-neither-claim-nor-expression',
    reason: 'A uid mapping without claim and expression is treated as absent.',
    link: sourceAt(validationPath, 'L353-L366'),
  },
  {
    check: 'authn.file.extra-key-path/accepts-a-key-whose-path-has-an-at-sign',
    reason: 'The permitted characters lack the at sign, which RFC 3986 has in pchar.',
    link: sourceAt(pathCharactersSource, 'L122'),
  },
  {
    check: 'authn.file.extra-key-path/refuses-a-key-whose-path-has-a-percent-sign-that-escapes-nothing',
    reason: 'A percent sign is permitted anywhere, not only before two hexadecimal digits.',
    link: sourceAt(pathCharactersSource, 'L122'),
  },
  {
    check: 'flag.authentication-config.oidc-beside-anonymous/*',
    reason: 'The --oidc-* flags are refused together with any authentication file, whatever it configures.',
    link: sourceAt(optionsPath, 'L845-L847'),
  },
  {
    check: 'flag.anonymous-auth.default-authorization/*',
    reason: 'Under the default authorization AlwaysAllow, --anonymous-auth is reset to false with a warning.',
    link: sourceAt(optionsPath, 'L814-L817'),
  },
  {
    check: 'flag.oidc-required-claim.list/*',
    reason: 'The flag takes one pair each time; a comma belongs to the value.',
    link: sourceAt('staging/src/k8s.io/component-base/cli/flag/map_string_string.go', 'L93-L99'),
  },
]
