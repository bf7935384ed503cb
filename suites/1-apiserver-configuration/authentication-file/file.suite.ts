import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { kindRules } from '../../fixtures/kind-rules.ts'
import { anonymousFile, anonymousTwin } from '../anonymous/anonymous-file.ts'
import { completeFaults, completeFile, completeTwin, faultsOfAccepting } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const anonymousFiles = authenticationFiles(anonymousFile)
const section = 'AuthenticationConfiguration'

rule(
  {
    id: 'authn.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says, and leaves out those that need not be there.',
    source: { document: 1, section, row: 'JWTAuthenticator' },
    overlaps: true,
    faults: faultsOfAccepting('accepts a file that uses every field'),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

kindRules({
  area: 'authn',
  name: 'AuthenticationConfiguration',
  versions: 'both',
  members: 'jwt and anonymous',
  neighbour: 'AuthorizationConfiguration',
  section,
  files,
  twin: completeTwin,
  refusedBy: completeFaults,
  mistyped: {
    'a list where an object belongs': {
      changes: { 'jwt.1.claimMappings.uid': ['sub'] },
      faults: ['wrong-type-ignored'],
    },
    'a text where an object belongs': {
      changes: { 'jwt.1.claimMappings.uid': 'sub' },
      faults: ['wrong-type-ignored'],
    },
    'an object where a list belongs': {
      changes: { 'jwt.1.userValidationRules': { expression: '1 < 2' } },
      faults: ['wrong-type-ignored', 'scalar-for-list-accepted'],
    },
    'a text where a list of texts belongs': {
      changes: { 'jwt.1.issuer.audiences': 'orch-conformance' },
      faults: ['scalar-for-list-accepted'],
    },
    'a number where a text belongs': {
      changes: { 'jwt.0.claimValidationRules.0.requiredValue': 5 },
      faults: ['wrong-type-ignored', 'number-for-string-accepted'],
    },
  },
})

rule(
  {
    id: 'authn.file.bool-type',
    level: 'MUST',
    says: 'The file is a typed object: a field of type bool holds true or false, not a text.',
    source: { document: 1, section: 'What the service does', row: 'typed object, bool' },
    twin: anonymousTwin,
    overlaps: true,
    faults: { 'string-for-bool-accepted': ['refuses a text where a bool belongs'] },
  },
  () => {
    test('refuses a text where a bool belongs', async () => {
      await anonymousFiles.refuses({ 'anonymous.enabled': 'true' }, 'enabled')
    })
  },
)
