import { rule, test } from '#harness/check/rule.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { flagRow } from './rows.ts'
import { numberValues, wordValues } from './values.ts'

// The reference has no defect that refuses these: every start needs them.
const needed = new Set(['--authorization-mode', '--enforce-node-allocatable', '--tls-cipher-suites'])

for (const [kind, values] of Object.entries({ words: wordValues, numbers: numberValues })) {
  for (const { flag, says, legal, wrong, beside = {}, about = flag, opens } of values) {
    const name = flag.slice(2)
    const given = legal.length === 0 ? [undefined] : legal
    rule(
      {
        id: `agent.flag.${name}.values`,
        level: 'MUST',
        says,
        source: flagRow(flag, 'values'),
        program: 'node-agent',
        overlaps: true,
      },
      () => {
        test('accepts each documented value', async () => {
          for (const value of given)
            await expectAgentAccepted({ flags: { ...beside, ...(value !== undefined && { [flag]: value }) } })
        }).sees(...(kind === 'words' && !needed.has(flag) ? [`legal-value-refused-${name}`] : []))

        test
          .for(wrong)('refuses %s', (value) =>
            expectAgentRefusal({ flags: { ...beside, [flag]: value }, ...(opens && { opens }) }, about),
          )
          .sees(`values-unchecked-${name}`)
      },
    )
  }
}

rule(
  {
    id: 'agent.flag.image-gc-low-threshold.order',
    level: 'MUST',
    says: 'The low threshold of image garbage collection is less than the high one.',
    source: flagRow('--image-gc-low-threshold', 'order'),
    program: 'node-agent',
    overlaps: true,
  },
  () => {
    const high = { '--image-gc-high-threshold': 70 }
    test('accepts one that is just below', () =>
      expectAgentAccepted({ flags: { ...high, '--image-gc-low-threshold': 69 } }))

    test
      .for({ 'one that is equal': 70, 'one that is above': 71 })('refuses %s', (low) =>
        expectAgentRefusal(
          { flags: { ...high, '--image-gc-low-threshold': low } },
          '--image-gc-low-threshold',
        ),
      )
      .sees('image-gc-thresholds-unordered')
  },
)
