import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { completeTwin } from '../../1-apiserver-configuration/admission/complete-file.ts'
import { expectRefusal } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const flag = '--admission-control-config-file'

rule(
  {
    id: 'flag.admission-control-config-file.file',
    level: 'MUST',
    says: 'The file that the flag names is read, and must hold an admission configuration.',
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
      'a file that is not in the form of configuration files': 'plugins: [',
    })('refuses %s', async (content) => {
      await expectRefusal({ flags: { [flag]: file('admission.yaml', content, { verbatim: true }) } }, '')
    })
  },
)
