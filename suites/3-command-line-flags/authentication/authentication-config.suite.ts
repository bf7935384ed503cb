import { rule, test } from '#harness/check/rule.ts'
import {
  completeFile,
  faultsOfAccepting,
} from '../../1-apiserver-configuration/authentication-file/complete-file.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { flagRow } from '../flag-rules.ts'

const files = authenticationFiles(completeFile)
const gate = 'StructuredAuthenticationConfiguration'

rule(
  {
    id: 'flag.authentication-config.gate',
    level: 'MUST',
    says: `The file needs the feature gate ${gate}.`,
    source: flagRow('--authentication-config', 'gate'),
    overlaps: true,
    faults: {
      ...faultsOfAccepting('accepts the file with the gate on'),
      'authentication-gate-ignored': ['refuses the file with the gate off'],
    },
  },
  () => {
    test('accepts the file with the gate on', async () => {
      await files.accepts({}, { '--feature-gates': `${gate}=true` })
    })

    test('refuses the file with the gate off', async () => {
      await files.refuses({}, gate, { '--feature-gates': `${gate}=false` })
    })
  },
)
