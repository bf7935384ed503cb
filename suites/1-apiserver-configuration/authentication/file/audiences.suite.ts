import { accepts, rulesOf, says } from '#kit'
import { completeFile } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const issuer = (field: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows: [field] }) as const

must(
  'authn.file.audience-match-policy-optional',
  { ...issuer('audienceMatchPolicy'), aspect: 'not required' },
  () => {
    says('issuer.audienceMatchPolicy need not be there, however many audiences there are.')
    accepts('two audiences without a policy', async () => {
      await files.accepts({ 'jwt.1.issuer.audiences': ['a', 'b'] })
    }).sees('policy-required-for-two-audiences')
  },
)
