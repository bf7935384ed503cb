import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { completeTwin as admission } from '../../1-apiserver-configuration/admission/complete-file.ts'
import { completeTwin as authentication } from '../../1-apiserver-configuration/authentication-file/complete-file.ts'
import { completeTwin as authorization } from '../../1-apiserver-configuration/authorization/complete-file.ts'
import { completeTwin as egress } from '../../1-apiserver-configuration/egress/complete-file.ts'
import { completeTwin as encryption } from '../../1-apiserver-configuration/encryption/complete-file.ts'
import { expectRefusal } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

/** The flags that name a configuration file, each with what the file holds and the check that accepts one. */
const flags = {
  '--admission-control-config-file': { holds: 'an admission configuration', twin: admission },
  '--authentication-config': { holds: 'an authentication configuration', twin: authentication },
  '--authorization-config': { holds: 'an authorization configuration', twin: authorization },
  '--egress-selector-config-file': { holds: 'an egress selector configuration', twin: egress },
  '--encryption-provider-config': { holds: 'an encryption configuration', twin: encryption },
  '--tracing-config-file': {
    holds: 'a tracing configuration',
    twin: 'tracing.file.complete/accepts-both-fields-beside-apiversion-and-kind',
  },
} as const

for (const [flag, { holds, twin }] of Object.entries(flags)) {
  rule(
    {
      id: `flag.${flag.slice(2)}.file`,
      level: 'MUST',
      says: `The file that the flag names is read, and must hold ${holds}.`,
      source: flagRow(flag, 'file'),
      twin,
      overlaps: true,
      faults: {
        'missing-file-accepted': ['refuses a path where no file is'],
        'empty-file-accepted': ['refuses an empty file'],
        'broken-file-accepted': ['refuses a file that is not in the form of configuration files'],
      },
    },
    () => {
      test('refuses a path where no file is', async () => {
        await expectRefusal({ flags: { [flag]: '/nonexistent/file.yaml' } }, '/nonexistent/file.yaml')
      })

      const contents = {
        'an empty file': '',
        'a file that is not in the form of configuration files': 'kind: [',
      }

      test.for(contents)('refuses %s', async (content) => {
        const named = file('configuration.yaml', content, { verbatim: true })
        await expectRefusal({ flags: { [flag]: named } }, '')
      })
    },
  )
}
