import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { completeTwin } from '../../1-apiserver-configuration/encryption/complete-file.ts'
import { currentCheck } from '#harness/check/context.ts'
import { expectRefusal, startOutcome } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--encryption-provider-config'
const reload = '--encryption-provider-config-automatic-reload'

rule(
  {
    id: 'flag.encryption-provider-config.file',
    level: 'MUST',
    says: 'The file that the flag names is read, and must hold an encryption configuration.',
    source: flagRow(flag, 'file'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'missing-file-accepted': ['refuses a path where no file is'],
      'broken-file-accepted': ['refuses a file that is not in the form of configuration files'],
      'empty-file-accepted': ['refuses an empty file'],
    },
  },
  () => {
    test('refuses a path where no file is', async () => {
      await expectRefusal({ flags: { [flag]: '/nonexistent/file.yaml' } }, '/nonexistent/file.yaml')
    })

    test.for({
      'an empty file': '',
      'a file that is not in the form of configuration files': 'resources: [',
    })('refuses %s', async (content) => {
      await expectRefusal({ flags: { [flag]: file('encryption.yaml', content, { verbatim: true }) } }, '')
    })
  },
)

rule(
  {
    id: 'flag.encryption-provider-config-automatic-reload.without-file',
    level: 'UNSPECIFIED',
    says: 'What following a file does when no file is named is not said.',
    source: flagRow(reload, 'without a file'),
    overlaps: true,
  },
  () => {
    test('whether a server starts with it but without a file is recorded', async () => {
      const { outcome } = await startOutcome({ flags: { [reload]: true } })
      currentCheck()?.observe('without a file', outcome)
      expect(outcome).not.toBe('hung')
    })
  },
)
