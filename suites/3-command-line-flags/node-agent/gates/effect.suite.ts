import { expect, rulesOf, says, test } from '#kit'
import { gateState, requireReportedGate, sharedGates } from './agents.ts'
import { gateRow } from './row.ts'
import { documentedGates, stageGates } from '#documents/3/lists/gates.ts'

const { must } = rulesOf({ program: 'node-agent' })

const stageGateNames: readonly string[] = Object.values(stageGates)
const singleGates = documentedGates.filter(({ name }) => !stageGateNames.includes(name))
const defaultAgent = sharedGates({})
// Agent that enables all gates that are off by default. Another agent disables the other gates, because gates can
// depend on each other.
const agentWithGatesOn = agentWithAllSet(true)
const agentWithGatesOff = agentWithAllSet(false)

function agentWithAllSet(isOn: boolean): ReturnType<typeof sharedGates> {
  const differingGates = singleGates.filter((gate) => gate.default !== isOn)
  return sharedGates(Object.fromEntries(differingGates.map(({ name }) => [name, isOn])))
}

for (const { name, stage, default: byDefault } of documentedGates) {
  const isStageGate = stageGateNames.includes(name)
  must(`agent.gate.${name}.effect`, gateRow(name, 'effect'), () => {
    says(
      `The gate ${name}, of stage ${stage}, is ${byDefault ? 'on' : 'off'} unless --feature-gates says otherwise.`,
    )
    test(
      { title: 'the gate has its default if it is not set', id: 'has its default where nobody names it' },
      async () => {
        requireReportedGate(name)
        expect(await gateState(await defaultAgent(), name)).toBe(byDefault)
      },
    ).sees(`gate-not-default-${name}`)

    if (isStageGate) return
    test({ title: 'the flag switches the gate by its name', id: 'is switched by its name' }, async () => {
      const agent = byDefault ? agentWithGatesOff : agentWithGatesOn
      expect(await gateState(await agent(), name)).toBe(!byDefault)
    }).sees(`gate-stuck-${name}`)
  })
}
