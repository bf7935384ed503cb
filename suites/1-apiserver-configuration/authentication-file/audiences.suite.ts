import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, completeTwin, faultsOfAccepting } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const issuer = (field: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', row: `Issuer.${field}` }) as const

rule(
  {
    id: 'authn.file.audiences-non-empty',
    level: 'MUST',
    says: 'issuer.audiences is not empty.',
    source: issuer('audiences'),
    twin: completeTwin,
    overlaps: true,
    faults: { 'empty-audiences-accepted': ['refuses an empty list of audiences'] },
  },
  () => {
    test('refuses an empty list of audiences', async () => {
      await files.refuses({ 'jwt.1.issuer.audiences': [] }, 'audiences')
    })
  },
)

rule(
  {
    id: 'authn.file.audience-match-policy-optional',
    level: 'MUST',
    says: 'issuer.audienceMatchPolicy need not be there, however many audiences there are.',
    source: issuer('audienceMatchPolicy, not required'),
    overlaps: true,
    faults: {
      ...faultsOfAccepting('accepts two audiences without a policy'),
      'policy-required-for-two-audiences': ['accepts two audiences without a policy'],
    },
  },
  () => {
    test('accepts two audiences without a policy', async () => {
      await files.accepts({ 'jwt.1.issuer.audiences': ['a', 'b'] })
    })
  },
)
