import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import {
  completeFile,
  completeTwin,
  faultsOfAccepting,
} from '../../1-apiserver-configuration/authentication-file/complete-file.ts'
import { expectRefusal } from '../../fixtures/api-server.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { flagRow } from '../flag-rules.ts'

const files = authenticationFiles(completeFile)
const gate = 'StructuredAuthenticationConfiguration'

rule(
  {
    id: 'flag.authentication-config.file',
    level: 'MUST',
    says: 'The file that the flag names is read, and must hold an authentication configuration.',
    source: flagRow('--authentication-config', 'file'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'missing-file-accepted': ['refuses a path where no file is'],
      'empty-file-accepted': ['refuses an empty file'],
      'broken-file-accepted': ['refuses a file that is not in the form of configuration files'],
    },
  },
  () => {
    test('refuses a path where no file is', async () => {
      await expectRefusal(
        { flags: { '--authentication-config': '/nonexistent/file.yaml' } },
        '/nonexistent/file.yaml',
      )
    })

    test('refuses an empty file', async () => {
      const empty = file('authentication.yaml', '', { verbatim: true })
      await expectRefusal({ flags: { '--authentication-config': empty } }, 'config')
    })

    test('refuses a file that is not in the form of configuration files', async () => {
      const text = file('authentication.yaml', 'jwt: [', { verbatim: true })
      await expectRefusal({ flags: { '--authentication-config': text } }, 'config')
    })
  },
)

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
