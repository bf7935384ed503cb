import { formerly, accepts, refuses, rulesOf, says, seeing } from '#kit'
import { audience, authenticationConfiguration } from '../../../shared/authentication/configuration.ts'
import type { OidcHost } from '#mocks/oidc-issuer/index.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration', overlaps: true })

const verifiedExpression = 'claims.?email_verified.orValue(true) == true'
const places = { username: 0, extra: 1, rule: 2, elsewhere: 3 } as const

/**
 * Returns a file with one entry for each place of the expression that tests `email_verified`, and an entry that needs
 * no such expression.
 */
function fileWithEmailClaims(host: OidcHost): object {
  const entry = (
    name: keyof typeof places,
    members: { username: string; extra?: object[]; rules?: object[] },
  ) => ({
    issuer: {
      url: host.issuer(`email-${name}`).url,
      certificateAuthority: host.certificateAuthority,
      audiences: [audience],
    },
    claimValidationRules: members.rules ?? [],
    claimMappings: {
      username: { expression: members.username },
      groups: { expression: '["staff"]' },
      uid: { expression: 'claims.sub' },
      extra: members.extra ?? [],
    },
    userValidationRules: [],
  })
  const jwt = [
    entry('username', { username: `${verifiedExpression} ? claims.email : "nobody"` }),
    entry('extra', {
      username: 'claims.email',
      extra: [{ key: 'example.org/verified', valueExpression: `${verifiedExpression} ? "yes" : "no"` }],
    }),
    entry('rule', {
      username: 'claims.email',
      rules: [{ expression: verifiedExpression, message: 'not verified' }],
    }),
    entry('elsewhere', {
      username: 'claims.sub',
      extra: [{ key: 'example.org/email', valueExpression: 'claims.email' }],
    }),
  ]
  return authenticationConfiguration({ jwt })
}

const files = configurationFile({
  kind: 'authentication',
  peer: sharedOidcHost(),
  base: fileWithEmailClaims,
})

must('authn.file.email-verified-used', { row: 'username', aspect: 'email_verified' }, () => {
  says(
    'A username expression that uses claims.email needs claims.email_verified in itself, in an extra valueExpression or in a claim validation expression.',
  )
  accepts(
    {
      title: 'a test of email_verified in each of the three expressions',
      id: 'the guard in each of the three places',
    },
    async () => {
      await files.accepts()
    },
  ).sees('email-verified-in-username-not-counted')

  const username = `jwt.${places.username}.claimMappings.username.expression`
  const mappings = `jwt.${places.username}.claimMappings`
  const guardNearMisses = {
    'claims.email without a test of email_verified': formerly('claims.email without the guard anywhere', {
      [username]: 'claims.email',
    }),
    'claims.email inside a larger expression without a test of email_verified': formerly(
      'claims.email inside a larger expression without the guard',
      {
        [username]: '["a", "b"].exists(x, claims.email == x) ? "a" : "b"',
      },
    ),
    'an optional claims.email without a test of email_verified': formerly(
      'an optional claims.email without the guard',
      seeing(['optional-email-not-seen'], {
        [username]: 'claims.?email.orValue("nobody")',
      }),
    ),
    'claims.email with a test of email_verified only in the groups expression': formerly(
      'claims.email with the guard in the groups expression only',
      seeing(['email-verified-elsewhere-counted'], {
        [username]: 'claims.email',
        [`${mappings}.groups.expression`]: `${verifiedExpression} ? ["staff"] : []`,
      }),
    ),
    'claims.email with a test of email_verified only in the uid expression': formerly(
      'claims.email with the guard in the uid expression only',
      seeing(['email-verified-elsewhere-counted'], {
        [username]: 'claims.email',
        [`${mappings}.uid.expression`]: `${verifiedExpression} ? "yes" : "no"`,
      }),
    ),
  }

  refuses
    .for(guardNearMisses)('%s', async (change) => {
      await files.refuses(change, 'email_verified')
    })
    .sees('email-without-email-verified-accepted')
})
