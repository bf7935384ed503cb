import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const row = (name: string) => ({ document: 1, section: 'AuthenticationConfiguration', row: name }) as const
const judging = { level: 'MUST', twin: completeTwin, overlaps: true } as const

rule(
  {
    ...judging,
    id: 'authn.file.username-explicit',
    says: 'Neither the claim nor the prefix of the user name has a default; both are set explicitly.',
    source: row('ClaimMappings.username, no defaults'),
    faults: {
      'username-claim-defaulted': ['refuses a username with a prefix only'],
      'username-prefix-defaulted': ['refuses a username claim without a prefix'],
    },
  },
  () => {
    test('refuses a username with a prefix only', async () => {
      await files.refuses({ 'jwt.0.claimMappings.username.claim': undefined }, 'username')
    })

    test('refuses a username claim without a prefix', async () => {
      await files.refuses({ 'jwt.0.claimMappings.username.prefix': undefined }, 'prefix')
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.groups-prefix-explicit',
    says: 'Where the claim of the groups is set, a prefix is given, be it empty.',
    source: row('ClaimMappings.groups, prefix'),
    faults: { 'groups-prefix-defaulted': ['refuses a groups claim without a prefix'] },
  },
  () => {
    test('refuses a groups claim without a prefix', async () => {
      await files.refuses({ 'jwt.0.claimMappings.groups.prefix': undefined }, 'prefix')
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.prefixed-claim-exclusive',
    says: 'A user name or groups come from a claim with its prefix or from an expression, never from both.',
    source: row('PrefixedClaimOrExpression'),
    faults: {
      'username-claim-with-expression-accepted': ['refuses a username with claim and expression'],
      'username-prefix-with-expression-accepted': ['refuses a username with prefix and expression'],
      'groups-claim-with-expression-accepted': ['refuses a groups mapping with claim and expression'],
      'groups-prefix-with-expression-accepted': ['refuses a groups mapping with prefix and expression'],
    },
  },
  () => {
    test('refuses a username with claim and expression', async () => {
      await files.refuses({ 'jwt.0.claimMappings.username.expression': 'claims.sub' }, 'username')
    })

    test('refuses a username with prefix and expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.username.prefix': 'user:' }, 'prefix')
    })

    test('refuses a groups mapping with claim and expression', async () => {
      await files.refuses({ 'jwt.0.claimMappings.groups.expression': 'claims.teams' }, 'groups')
    })

    test('refuses a groups mapping with prefix and expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.groups.prefix': 'team:' }, 'prefix')
    })
  },
)

rule(
  {
    ...judging,
    id: 'authn.file.uid-exactly-one',
    says: 'A uid mapping sets exactly one of claim and expression.',
    source: row('ClaimOrExpression'),
    faults: {
      'uid-claim-with-expression-accepted': ['refuses a uid with claim and expression'],
      'uid-empty-accepted': ['refuses a uid with neither claim nor expression'],
    },
  },
  () => {
    test('refuses a uid with claim and expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.uid.claim': 'id' }, 'uid')
    })

    test('refuses a uid with neither claim nor expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.uid.expression': undefined }, 'uid')
    })
  },
)
