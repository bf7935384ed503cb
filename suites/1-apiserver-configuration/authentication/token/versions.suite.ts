import { formerly, accepts, expect, refuses, rulesOf, says, seeing } from '#kit'
import type { CallerIdentity } from '#harness/programs/reviews.ts'
import type { Claims } from '#mocks/oidc-issuer/index.ts'
import {
  Authenticator,
  authenticatorServer,
  type AuthenticatorSpec,
} from '../../../shared/authentication/authenticators.ts'
import { tokens } from '../token-servers.ts'
import { withUserRules } from '../rules/refused-users.ts'

const { must } = rulesOf({ document: 1, section: 'Versioning', open: 'userValidationRule.variable' })

const byClaims: AuthenticatorSpec = (plain) => ({
  ...plain,
  claimValidationRules: [{ claim: 'level', requiredValue: 'gold' }, { claim: 'nothing' }],
  claimMappings: {
    username: { claim: 'login', prefix: 'p:' },
    groups: { claim: 'teams', prefix: 'g:' },
    uid: { claim: 'id' },
  },
})

const byExpressions: AuthenticatorSpec = (plain, issuer, context) => ({
  ...withUserRules((user) => [{ expression: `${user}.username != 'p:mallory'` }])(plain, issuer, context),
  claimValidationRules: [{ expression: "claims.level == 'gold'", message: 'only gold' }],
  claimMappings: {
    username: { expression: "'p:' + claims.login" },
    groups: { expression: 'claims.teams' },
    uid: { expression: 'claims.id' },
    extra: [{ key: 'example.org/level', valueExpression: 'claims.level' }],
  },
})

const authenticatorsInV1 = tokens.authenticators('versions', { byClaims, byExpressions })

const authenticatorFixture = authenticatorServer(
  Object.entries({ byClaims, byExpressions }).map(([name, spec]) => ({ name, spec })),
  { version: 'apiserver.orch.io/v1alpha1' },
)
const pairs = {
  'claims only': [authenticatorsInV1.byClaims, new Authenticator('byClaims', authenticatorFixture)],
  'expressions only': [
    authenticatorsInV1.byExpressions,
    new Authenticator('byExpressions', authenticatorFixture),
  ],
} as const
const passingClaims = { login: 'alice', level: 'gold', nothing: '', teams: ['dev', 'ops'], id: 'u-1' }

must('authn.jwt.same-in-both-versions', 'identical fields', () => {
  says(
    'The kind has the same fields in v1 and in v1alpha1, and the same file judges tokens alike under both.',
  )
  accepts.for({
    'claims only': seeing(['empty-required-value-refused'], pairs['claims only']),
    'expressions only': seeing(['extra-single-string-refused'], pairs['expressions only']),
  })(
    {
      title: 'a valid token for an authenticator of version v1alpha1 with %s',
      id: 'a good token under v1alpha1 by an authenticator of %s',
    },
    async ([v1, v1alpha1]) => {
      const user = await v1.user(passingClaims)

      expect(await v1alpha1.user(passingClaims)).toEqual(user)
    },
  )

  const failingClaims: Record<string, Claims> = {
    'the wrong level': { level: 'tin' },
    'a number as user name': { login: 7 },
    'a number as group': { teams: [7] },
    'a number as uid': { id: 7 },
  }
  const cases = Object.fromEntries(
    Object.entries(pairs).flatMap(([kind, pair]) =>
      Object.entries(failingClaims).map(([name, claims]) => [
        `${name} for an authenticator with ${kind}`,
        formerly(`${name} by an authenticator of ${kind}`, { pair, claims }),
      ]),
    ),
  )

  refuses
    .for(cases)(
      { title: 'a token with %s under v1alpha1', id: 'under v1alpha1 a token with %s' },
      async ({ pair: [v1, v1alpha1], claims }) => {
        const [expected, actual] = await Promise.all([v1, v1alpha1].map((each) => statusOf(each, claims)))

        expect(actual).toEqual(expected)
      },
    )
    .sees('version-v1alpha1-refused')

  refuses(
    {
      title: 'a token whose user a rule forbids under v1alpha1',
      id: 'under v1alpha1 a token whose user a rule forbids',
    },
    async () => {
      const [v1, v1alpha1] = pairs['expressions only']

      expect(await statusOf(v1alpha1, { login: 'mallory' })).toEqual(await statusOf(v1, { login: 'mallory' }))
    },
  ).sees('version-v1alpha1-refused')
})

async function statusOf(authenticator: Authenticator, claims: Claims): Promise<CallerIdentity['status']> {
  return (await authenticator.whoAmI(await authenticator.mint({ ...passingClaims, ...claims }))).status
}
