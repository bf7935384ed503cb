import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { completeTwin } from '../../1-apiserver-configuration/egress/complete-file.ts'
import { expectRefusal } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'

const flags = {
  '--egress-selector-config-file': { holds: 'an egress selector configuration', twin: completeTwin },
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
        await expectRefusal(
          { flags: { [flag]: file('configuration.yaml', content, { verbatim: true }) } },
          '',
        )
      })
    },
  )
}
