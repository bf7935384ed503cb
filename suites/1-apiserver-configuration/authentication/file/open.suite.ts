import { formerly } from '#kit'
import type { OidcHost } from '#mocks/oidc-issuer/index.ts'
import { declareOpenRules } from '../../../shared/configuration/open-rules.ts'
import { anonymousFile } from '../../../shared/authentication/anonymous-file.ts'
import { completeFile } from '../../../shared/authentication/complete-file.ts'
import { type ChangesFor, configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const section = 'AuthenticationConfiguration'

const claimRule = 'jwt.0.claimValidationRules.0'
const mappings = 'jwt.1.claimMappings'
const withKey = (key: string): ChangesFor<OidcHost> => ({ [`${mappings}.extra.0.key`]: key })

declareOpenRules('authn.file.open-', section, files, {
  'unknown-fields': {
    says: 'Unspecified: whether unknown fields make a file invalid.',
    section: 'What the service does',
    rows: ['typed object'],
    aspect: 'unknown fields',
    cases: {
      'an unknown field at the top level': formerly('a field that nobody names at the top', {
        authenticators: [],
      }),
      'an unknown field in an issuer': formerly('a field that nobody names in an issuer', {
        'jwt.1.issuer.clientID': 'a',
      }),
      'a field name in another case together with the correct one': formerly(
        'a field name in another case beside the right one',
        { 'jwt.1.issuer.URL': 'https://127.0.0.1:1' },
      ),
    },
  },
  'other-versions': {
    says: 'Unspecified: whether there are other versions than the two documented ones.',
    section: 'Versioning',
    rows: ['Two versions exist'],
    aspect: 'a further one',
    cases: { 'a version v1beta1': { apiVersion: 'apiserver.config.orch.io/v1beta1' } },
  },
  'empty-jwt': {
    says: 'Unspecified: whether an empty list is a jwt member.',
    rows: ['jwt'],
    aspect: 'empty',
    cases: { 'an empty list of authenticators': { jwt: [] } },
  },
  audiences: {
    says: 'Unspecified: whether audiences may contain empty strings or duplicates.',
    rows: ['audiences'],
    aspect: 'entries',
    cases: {
      'an empty audience': { 'jwt.1.issuer.audiences': [''] },
      'a duplicate audience': formerly('an audience that stands twice', {
        'jwt.1.issuer.audiences': ['a', 'a'],
        'jwt.1.issuer.audienceMatchPolicy': 'MatchAny',
      }),
    },
  },
  'audience-match-policy': {
    says: 'Unspecified: the allowed values of issuer.audienceMatchPolicy.',
    rows: ['audienceMatchPolicy'],
    aspect: 'values',
    cases: {
      'the policy MatchAny': { 'jwt.1.issuer.audienceMatchPolicy': 'MatchAny' },
      'the policy MatchAll': { 'jwt.1.issuer.audienceMatchPolicy': 'MatchAll' },
    },
  },
  'discovery-url-form': {
    says: 'Unspecified: the form of issuer.discoveryURL.',
    rows: ['discoveryURL'],
    aspect: 'form',
    cases: {
      'a discoveryURL with the scheme http': formerly('a discoveryURL of plain http', {
        'jwt.1.issuer.discoveryURL': 'http://127.0.0.1:1/discovery',
      }),
      'a discoveryURL that equals url with a slash at its end': formerly(
        'a discoveryURL that is url with a slash',
        (host) => ({
          'jwt.1.issuer.discoveryURL': `${host.issuer('expressions').url}/`,
        }),
      ),
    },
  },
  'claim-rules': {
    says: 'Unspecified: whether a claim validation rule may be empty, or name the claim of another rule.',
    rows: ['claim'],
    aspect: 'required',
    cases: {
      'a claim validation rule without any field': { [claimRule]: {} },
      'two claim validation rules for the same claim': formerly('two claim validation rules for one claim', {
        [`${claimRule}.claim`]: 'marker',
      }),
    },
  },
  'empty-prefix': {
    says: 'Unspecified: whether an empty prefix is treated as set if there is an expression.',
    rows: [
      'PrefixedClaimOrExpression.claim',
      'PrefixedClaimOrExpression.prefix',
      'PrefixedClaimOrExpression.expression',
    ],
    aspect: 'empty prefix',
    cases: {
      'an empty prefix together with an expression': formerly('an empty prefix beside an expression', {
        [`${mappings}.username.prefix`]: '',
      }),
      'a groups mapping without any field': { [`${mappings}.groups`]: {} },
    },
  },
  'extra-keys': {
    says: 'Unspecified: where exactly a label is too long, a path may be empty and a domain is reserved.',
    rows: ['key'],
    aspect: 'boundaries',
    cases: {
      'a key whose domain has a label of 64 characters': withKey(`${'a'.repeat(64)}.example/x`),
      'a key with an empty path': withKey('example.org/'),
      'a key in the domain of the vendor': withKey('orch.io/x'),
    },
  },
})

declareOpenRules(
  'authn.file.open-',
  section,
  configurationFile({ kind: 'authentication', base: anonymousFile }),
  {
    conditions: {
      says: 'Unspecified: what conditions mean when anonymous is off, or when there are none in the list.',
      rows: ['conditions'],
      aspect: 'combinations',
      cases: {
        'conditions together with enabled: false': formerly('conditions beside enabled false', {
          'anonymous.enabled': false,
        }),
        'an empty list of conditions': { 'anonymous.conditions': [] },
        'a condition with an empty path': { 'anonymous.conditions.0.path': '' },
      },
    },
  },
)
