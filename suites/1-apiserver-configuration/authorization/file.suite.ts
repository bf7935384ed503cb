import { accepts, rulesOf, says } from '#kit'
import { declareKindRules } from '../../shared/configuration/kind-rules.ts'
import { completeFile, completeTwin, refusals } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { mistypedOf } from '#documents/fields.ts'

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })
const section = 'AuthorizationConfiguration'

const { must, excluded } = rulesOf({ document: 1, section, overlaps: true })

must('authz.file.complete', ['type', 'name', 'webhook'], () => {
  says('A file is valid that uses every field as its table says, up to its boundaries.')
  accepts('a file that uses every field', async () => {
    await files.accepts()
  }).sees('second-authorizer-refused')
})

declareKindRules({
  area: 'authz',
  name: 'AuthorizationConfiguration',
  versions: 'both',
  members: 'authorizers',
  neighbour: 'TracingConfiguration',
  section,
  files,
  twin: completeTwin,
  refusedBy: refusals,
  mistypedCases: mistypedOf(authorizationTable),
})

excluded(
  'authz.file.comparable-flags',
  { row: 'authorizers', aspect: 'comparable flags' },
  'The list of authorizers is comparable to --authorization-mode, and the cache times and the version to --authorization-webhook-*.',
  'A comparison, not a requirement: authz.* judges the file and flag.authorization-* the flags, by the same observations.',
)
