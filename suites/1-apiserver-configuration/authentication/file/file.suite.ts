import { accepts, refuses, rulesOf, says } from '#kit'
import { declareKindRules } from '../../../shared/configuration/kind-rules.ts'
import { anonymousFile, anonymousTwin } from '../../../shared/authentication/anonymous-file.ts'
import { completeFaults, completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { mistypedOf } from '#documents/fields.ts'

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const anonymousFiles = configurationFile({ kind: 'authentication', base: anonymousFile })
const section = 'AuthenticationConfiguration'

const { must } = rulesOf({ document: 1, section, overlaps: true })

must(
  'authn.file.complete',
  ['issuer', 'claimValidationRules', 'claimMappings', 'userValidationRules'],
  () => {
    says(
      'A file is valid that uses every field as its table says, and leaves out those that need not be there.',
    )
    accepts('a file that uses every field', async () => {
      await files.accepts()
    }).sees('extra-key-deep-path-refused')
  },
)

declareKindRules({
  area: 'authn',
  name: 'AuthenticationConfiguration',
  versions: 'both',
  members: 'jwt and anonymous',
  neighbour: 'AuthorizationConfiguration',
  section,
  files,
  twin: completeTwin,
  refusedBy: completeFaults,
  mistypedCases: mistypedOf(authenticationTable),
})

must(
  'authn.file.bool-type',
  { section: 'What the service does', row: 'typed object', aspect: 'bool', twin: anonymousTwin },
  () => {
    says('The file is a typed object: a field of type bool holds true or false, not a text.')
    refuses({ title: 'a string in place of a boolean', id: 'a text where a bool belongs' }, async () => {
      await anonymousFiles.refuses({ 'anonymous.enabled': 'true' }, 'enabled')
    }).sees('string-for-bool-accepted')
  },
)
