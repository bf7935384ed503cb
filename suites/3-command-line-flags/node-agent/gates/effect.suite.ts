import { expect, rulesOf, says, test } from '#kit'
import { isOn, requireUnreportedGate, sharedGates } from './agents.ts'
import { gateRow } from './row.ts'
import { documentedGates, stageGates } from '#documents/3/lists/gates.ts'

const { must } = rulesOf({ program: 'node-agent' })

const whole: readonly string[] = Object.values(stageGates)
const single = documentedGates.filter(({ name }) => !whole.includes(name))
const defaultAgent = sharedGates({})
// Gates can depend on each other: one agent enables all that are off by default, another one disables the others.
const switchedOn = switchedTo(true)
const switchedOff = switchedTo(false)

function switchedTo(on: boolean): ReturnType<typeof sharedGates> {
  const others = single.filter((gate) => gate.default !== on)
  return sharedGates(Object.fromEntries(others.map(({ name }) => [name, on])))
}

for (const { name, stage, default: byDefault } of documentedGates) {
  const isWhole = whole.includes(name)
  must(`agent.gate.${name}.effect`, gateRow(name, 'effect'), () => {
    says(
      `The gate ${name}, of stage ${stage}, is ${byDefault ? 'on' : 'off'} unless --feature-gates says otherwise.`,
    )
    test(
      { title: 'the gate has its default if it is not set', id: 'has its default where nobody names it' },
      async () => {
        requireUnreportedGate(name)
        expect(await isOn(await defaultAgent(), name)).toBe(byDefault)
      },
    ).sees(`gate-not-default-${name}`)

    if (isWhole) return
    test({ title: 'the flag switches the gate by its name', id: 'is switched by its name' }, async () => {
      const agent = byDefault ? switchedOff : switchedOn
      expect(await isOn(await agent(), name)).toBe(!byDefault)
    }).sees(`gate-stuck-${name}`)
  })
}
