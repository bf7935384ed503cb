import { rule, test } from '#harness/check/rule.ts'
import { completeFaults, completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const issuer = (field: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows: [field] }) as const

rule(
  {
    id: 'authn.file.audiences-non-empty',
    level: 'MUST',
    says: 'issuer.audiences is not empty.',
    source: issuer('audiences'),
    twin: completeTwin,
    overlaps: true,
  },
  () => {
    test('refuses an empty list of audiences', async () => {
      await files.refuses({ 'jwt.1.issuer.audiences': [] }, 'audiences')
    }).sees('empty-audiences-accepted')
  },
)

rule(
  {
    id: 'authn.file.audience-match-policy-optional',
    level: 'MUST',
    says: 'issuer.audienceMatchPolicy need not be there, however many audiences there are.',
    source: { ...issuer('audienceMatchPolicy'), aspect: 'not required' },
    overlaps: true,
  },
  () => {
    test('accepts two audiences without a policy', async () => {
      await files.accepts({ 'jwt.1.issuer.audiences': ['a', 'b'] })
    }).sees(...completeFaults, 'policy-required-for-two-audiences')
  },
)
