import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { currentCheck } from '#harness/check/context.ts'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const reload = '--encryption-provider-config-automatic-reload'

rule(
  {
    id: 'flag.encryption-provider-config-automatic-reload.without-file',
    level: 'UNSPECIFIED',
    says: 'Unspecified: the effect of following a file without a file.',
    source: flagRow(reload, 'without a file'),
    overlaps: true,
  },
  () => {
    test('whether a server starts with it but without a file is recorded', async () => {
      const { outcome } = await startOutcome({ flags: { [reload]: true } })
      currentCheck().observe('without a file', outcome)
      expect(outcome).not.toBe('hung')
    })
  },
)
