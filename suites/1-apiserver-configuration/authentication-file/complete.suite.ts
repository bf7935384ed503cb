import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, faultsOfAccepting } from './complete-file.ts'

const files = authenticationFiles(completeFile)

rule(
  {
    id: 'authn.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says, and leaves out those that need not be there.',
    source: { document: 1, section: 'AuthenticationConfiguration', row: 'JWTAuthenticator' },
    overlaps: true,
    faults: faultsOfAccepting('accepts a file that uses every field'),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)
