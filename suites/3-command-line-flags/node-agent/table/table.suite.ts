import { expect } from '#harness/check/expect.ts'
import { expectReady } from '#harness/check/launching.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { helpOf } from '../../../shared/flags/help.ts'
import { sharedAgentOutcome } from '../../../shared/node-agent.ts'
import { agentRows } from './agent-rows.ts'
import { flagRow, helpRule, typeRule } from './rows.ts'
import { wrongValues } from './wrong-values.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })

const gateValues = { 'a name without a value': 'EnvFiles', 'a word for the value': 'EnvFiles=perhaps' }

// Some of the flags need others.
const gate = { '--feature-gates': 'QOSReserved=true' }
const needs: Readonly<Record<string, Flags>> = {
  '--qos-reserved': gate,
  '--eviction-soft': { '--eviction-soft-grace-period': 'memory.available=1m' },
}
const together = sharedAgentOutcome(() => ({
  flags: {
    ...gate,
    ...Object.fromEntries(
      agentRows.flatMap(({ flag, legal }) => (legal === undefined ? [] : [[flag, legal] as const])),
    ),
  },
}))
// What a fault of the reference refuses.
const refusedBy: Readonly<Record<string, string>> = {
  '--vmodule': 'vmodule-refused',
  '--node-labels': 'node-label-elsewhere-refused',
}

must('agent.flags.types.accepted', flagRow('--vmodule', 'value'), () => {
  says('The flags of the node agent take values of their documented types.')
  test('accepts a value of its type for each flag', async () => {
    expectReady(await together())
  }).sees('vmodule-refused')
})

must(
  'agent.flag.container-runtime-endpoint.default',
  flagRow('--container-runtime-endpoint', 'default'),
  () => {
    says(
      'The help shows unix:///run/<runtime>/<runtime>.sock for some runtime as the default of --container-runtime-endpoint.',
    )
    test('shows the socket of a runtime', async () => {
      const entry = (await helpOf('node-agent')).entry('--container-runtime-endpoint')
      expect(entry?.default ?? '').toMatch(/^unix:\/\/\/run\/([\w-]+)\/\1\.sock$/)
    }).sees('help-default-wrong-container-runtime-endpoint')
  },
)

for (const { legal, ...row } of agentRows) {
  helpRule(row)
  const values = row.flag === '--feature-gates' ? gateValues : wrongValues[row.type]
  if (values === undefined) continue
  const fault = refusedBy[row.flag]
  const flags = needs[row.flag]
  const isUsual = row.flag === '--port'
  typeRule({
    ...row,
    values,
    accepted:
      legal === undefined && !isUsual
        ? 'agent.flag.port.type/accepts-a-value-of-its-type'
        : { value: legal, together, ...(fault !== undefined && { sees: [fault] }) },
    ...(flags && { beside: () => ({ flags }) }),
  })
}
