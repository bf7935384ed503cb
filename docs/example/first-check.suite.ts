import { rule, test } from '#harness/check/rule.ts'
import { expectAccepted, expectRefusal } from '#suites/shared/api-server.ts'

rule(
  {
    id: 'first-check.goaway-chance',
    level: 'MUST',
    says: '--goaway-chance is at most 0.02.',
    source: { document: 3, section: 'API Server Flags', rows: ['--goaway-chance'] },
  },
  () => {
    // The control check: it differs from the refusal in one thing, the value.
    test('accepts 0.02', async () => {
      await expectAccepted({ flags: { '--goaway-chance': '0.02' } })
    })

    test('refuses 0.03', async () => {
      await expectRefusal({ flags: { '--goaway-chance': '0.03' } }, 'goaway-chance')
    })
  },
)
