import { currentCheck } from '#harness/check/context.ts'
import { rule, test } from '#harness/check/rule.ts'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const enable = '--enable-admission-plugins'
const disable = '--disable-admission-plugins'

rule(
  {
    id: 'flag.enable-admission-plugins.in-both-lists',
    level: 'UNSPECIFIED',
    says: 'What becomes of a plugin that is both enabled and disabled is open.',
    source: flagRow(enable, `beside ${disable}`),
    overlaps: true,
  },
  () => {
    test('whether a server starts with a plugin in both lists is recorded', async () => {
      const { outcome } = await startOutcome({ flags: { [enable]: 'Priority', [disable]: 'Priority' } })
      currentCheck().observe('a plugin in both lists', outcome)
    })
  },
)
