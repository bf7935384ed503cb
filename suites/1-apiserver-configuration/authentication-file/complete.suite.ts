import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile } from './complete-file.ts'

const files = authenticationFiles(completeFile)

rule(
  {
    id: 'authn.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says, and leaves out those that need not be there.',
    source: { document: 1, section: 'AuthenticationConfiguration', row: 'JWTAuthenticator' },
    overlaps: true,
    faults: {
      'extra-key-deep-path-refused': ['accepts a file that uses every field'],
      'issuer-url-without-path-refused': ['accepts a file that uses every field'],
      'discovery-url-equal-to-well-known-refused': ['accepts a file that uses every field'],
    },
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)
