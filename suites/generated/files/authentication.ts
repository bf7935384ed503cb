import { array, boolean, constant, option, record } from 'fast-check'
import { orch } from '#kit/launch.ts'
import { caseOf } from '#kit/tables.ts'
import { authenticationConfiguration } from '../../shared/authentication/configuration.ts'
import { authenticators } from '../jwt/authenticators.ts'
import { entryOf } from '../jwt/file.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { invalidUrls } from '#documents/1/authentication-issuer.ts'
import { oneOf } from '../drawn-values.ts'
import { type Violations, fileCases, maxListEntries, pickFrom } from './file-case.ts'
import { violationsOf } from './from-table.ts'
import { brokenExpressions } from './broken-expressions.ts'

interface File {
  readonly jwt: readonly (object & { readonly issuer: object })[]
}

const entry = 'jwt.0'
const issuer = `${entry}.issuer`
const mappings = `${entry}.claimMappings`
const urlOf = (at: number): string => `https://issuer-${at}.example`

/** Violations of an AuthenticationConfiguration. */
const violations: Violations = {
  ...violationsOf(authenticationTable),
  ...Object.fromEntries(
    Object.values(invalidUrls)
      .map((one) => caseOf(one).value)
      .map(({ constraint, makeInvalid }) => [
        constraint,
        {
          about: 'url',
          changes: (_, pick) => ({
            [`${issuer}.url`]: pickFrom(makeInvalid('https://issuer.example/t'), pick),
          }),
        } satisfies Violations[string],
      ]),
  ),
  'url twice': {
    about: 'url',
    changes: ({ jwt }: File) => ({
      [`jwt.${jwt.length}`]: { ...jwt[0], issuer: { ...jwt[0]?.issuer, discoveryURL: undefined } },
    }),
  },
  'discovery url that is the url': {
    about: 'discoveryURL',
    changes: () => ({ [`${issuer}.discoveryURL`]: urlOf(0), [`${issuer}.url`]: urlOf(0) }),
  },
  'discovery url twice': {
    about: 'discoveryURL',
    changes: ({ jwt }: File) => {
      const discoveryURL = 'https://discovery.example/there'
      return {
        [`${issuer}.discoveryURL`]: discoveryURL,
        [`jwt.${jwt.length}`]: { ...jwt[0], issuer: { ...jwt[0]?.issuer, url: urlOf(77), discoveryURL } },
      }
    },
  },
  'address that nobody verifies': {
    about: 'email_verified',
    changes: (_, pick) => ({
      [`${mappings}`]: {
        username: { expression: pickFrom(['claims.email', "'u:' + claims.email"], pick) },
      },
      [`${entry}.claimValidationRules`]: undefined,
    }),
  },
  'optional address that nobody verifies': {
    about: 'email_verified',
    changes: () => ({
      [`${mappings}`]: { username: { expression: "claims.?email.orValue('')" } },
      [`${entry}.claimValidationRules`]: undefined,
    }),
  },
  'address that groups or uid verify': {
    about: 'email_verified',
    changes: (_, pick) => {
      const expression = "claims.email_verified ? 'a' : 'b'"
      return {
        [`${mappings}`]: {
          username: { expression: 'claims.email' },
          ...pickFrom([{ groups: { expression } }, { uid: { expression } }], pick),
        },
        [`${entry}.claimValidationRules`]: undefined,
      }
    },
  },
  ...brokenExpressions,
  'anonymous without enabled': {
    about: 'enabled',
    changes: () => ({ anonymous: { conditions: [{ path: '/livez' }] } }),
  },
}

const legalFiles = record(
  {
    jwt: array(
      record({
        authenticator: authenticators,
        path: oneOf(['', '/t', '/t/a/b']),
        address: oneOf(['', '', '', 'username', 'extra', 'rule']),
        discoveryURL: option(oneOf(['own', '/.well-known/openid-configuration', '/elsewhere', '']), {
          nil: undefined,
        }),
      }),
      { minLength: 1, maxLength: maxListEntries },
    ),
    anonymous: record(
      {
        enabled: boolean(),
        conditions: array(record({ path: oneOf(['/livez', '/readyz', '/']) }), { maxLength: 2 }),
      },
      { requiredKeys: ['enabled'] },
    ),
    version: constant('v1'),
  },
  { requiredKeys: ['jwt'] },
).map(({ jwt, anonymous }) => {
  const entries = jwt.map(({ authenticator, path, discoveryURL, address }, at) => {
    const url = `${urlOf(at)}${path}`
    const { issuer: its, ...rest } = entryOf(authenticator, { url, certificateAuthority: '' }, orch)
    const { certificateAuthority: _, ...bare } = its
    const wellKnown = '/.well-known/openid-configuration'
    const otherDiscovery = discoveryURL !== undefined && {
      discoveryURL:
        discoveryURL === 'own' ? `${url}${wellKnown}` : `https://discovery-${at}.example${discoveryURL}`,
    }
    return {
      issuer: { ...bare, ...otherDiscovery, ...matchPolicyOf(its) },
      ...rest,
      ...emailAsUsername(address),
    }
  })
  return authenticationConfiguration({
    jwt: entries,
    ...(anonymous && { anonymous: withoutUnusedConditions(anonymous) }),
  })
})

/**
 * Returns the settings of anonymous access. Omits the conditions if access is disabled, because the documents leave
 * this combination open.
 */
function withoutUnusedConditions({ enabled, ...conditions }: { readonly enabled: boolean }): object {
  return enabled ? { enabled, ...conditions } : { enabled }
}

/**
 * Returns changes with which an email address is the user name. The expression that tests `email_verified` is in one of
 * three places.
 */
function emailAsUsername(place: string): object {
  const verifiedExpression = 'claims.email_verified == true'
  switch (place) {
    case 'username':
      return {
        claimMappings: { username: { expression: `${verifiedExpression} ? claims.email : 'nobody'` } },
      }
    case 'extra':
      return {
        claimMappings: {
          username: { expression: 'claims.email' },
          extra: [{ key: 'example.org/verified', valueExpression: `${verifiedExpression} ? 'yes' : 'no'` }],
        },
      }
    case 'rule':
      return {
        claimMappings: { username: { expression: 'claims.email' } },
        claimValidationRules: [
          { expression: "sets.equivalent(claims.aud, ['a'])" },
          { expression: verifiedExpression },
        ],
      }
    default:
      return {}
  }
}

/** Returns the match policy that several audiences need, as the placeholder for the value of the dialect. */
function matchPolicyOf({ audiences }: Readonly<Record<string, unknown>>): object {
  return Array.isArray(audiences) && audiences.length > 1
    ? { audienceMatchPolicy: 'open:audienceMatchPolicy' }
    : {}
}

/** Authentication files, valid or with one violation. */
export const authenticationFiles = fileCases('authentication', legalFiles, violations)
/** Constraints that these files violate. */
export const authenticationConstraints = Object.keys(violations)
