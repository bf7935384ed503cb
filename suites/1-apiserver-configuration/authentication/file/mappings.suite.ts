import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const rowsAbout = (rows: readonly string[], aspect?: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows, ...(aspect && { aspect }) }) as const

must('authn.file.username-explicit', rowsAbout(['username'], 'no defaults'), () => {
  says('Neither the claim nor the prefix of the user name has a default; both are set explicitly.')
  test('refuses a username with a prefix only', async () => {
    await files.refuses({ 'jwt.0.claimMappings.username.claim': undefined }, 'username')
  }).sees('username-claim-defaulted')

  test('refuses a username claim without a prefix', async () => {
    await files.refuses({ 'jwt.0.claimMappings.username.prefix': undefined }, 'prefix')
  }).sees('username-prefix-defaulted')
})

must('authn.file.groups-prefix-explicit', rowsAbout(['groups'], 'prefix'), () => {
  says('Where the claim of the groups is set, a prefix is given, be it empty.')
  test('refuses a groups claim without a prefix', async () => {
    await files.refuses({ 'jwt.0.claimMappings.groups.prefix': undefined }, 'prefix')
  }).sees('groups-prefix-defaulted')
})

must(
  'authn.file.prefixed-claim-exclusive',
  rowsAbout([
    'PrefixedClaimOrExpression.claim',
    'PrefixedClaimOrExpression.prefix',
    'PrefixedClaimOrExpression.expression',
  ]),
  () => {
    says('A user name or groups come from a claim with its prefix or from an expression, never from both.')
    test('refuses a username with claim and expression', async () => {
      await files.refuses({ 'jwt.0.claimMappings.username.expression': 'claims.sub' }, 'username')
    }).sees('username-claim-with-expression-accepted')

    test('refuses a username with prefix and expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.username.prefix': 'user:' }, 'prefix')
    }).sees('username-prefix-with-expression-accepted')

    test('refuses a groups mapping with claim and expression', async () => {
      await files.refuses({ 'jwt.0.claimMappings.groups.expression': 'claims.teams' }, 'groups')
    }).sees('groups-claim-with-expression-accepted')

    test('refuses a groups mapping with prefix and expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.groups.prefix': 'team:' }, 'prefix')
    }).sees('groups-prefix-with-expression-accepted')
  },
)

must(
  'authn.file.uid-exactly-one',
  rowsAbout(['ClaimOrExpression.claim', 'ClaimOrExpression.expression']),
  () => {
    says('A uid mapping sets exactly one of claim and expression.')
    test('refuses a uid with claim and expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.uid.claim': 'id' }, 'uid')
    }).sees('uid-claim-with-expression-accepted')

    test('refuses a uid with neither claim nor expression', async () => {
      await files.refuses({ 'jwt.1.claimMappings.uid.expression': undefined }, 'uid')
    }).sees('uid-empty-accepted')
  },
)
