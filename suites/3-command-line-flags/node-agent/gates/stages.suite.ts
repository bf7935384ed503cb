import { accepts, expect, refuses, rulesOf, says, shared, test, formerly } from '#kit'
import { file, type Flags, makeWorkspace, removeWorkspace, writeConfiguration } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { expectAgentAccepted, expectAgentRefusal, sharedAgent } from '../../../shared/node-agent.ts'
import { agentWithGates, isAsDocumented, gateState, sharedGates } from './agents.ts'
import { gateRow, gatesSource } from './row.ts'
import { gatesOf } from '#documents/3/lists/gates.ts'

const { must } = rulesOf({ document: 3, section: 'Node agent flags', program: 'node-agent' })

const explicitGates = { ALPHA: 'HPAScaleToZero', BETA: 'PodDeletionCost' } as const
// One of the gates that are off by default.
const offByDefault = 'NodeLogQuery'
const alphaOnAgent = sharedGates({ AllAlpha: true, [explicitGates.ALPHA]: false })
const betaOffAgent = sharedGates({ AllBeta: false, [explicitGates.BETA]: true })
const betaOnAgent = sharedGates({ AllBeta: true, [offByDefault]: false })
const agentWithMergedGates = sharedGates(
  { HPAScaleToZero: true },
  { HPAScaleToZero: false, StorageCapacityScoring: true },
)

const stages = {
  AllAlpha: {
    agent: alphaOnAgent,
    others: gatesOf('ALPHA'),
    on: true,
    named: explicitGates.ALPHA,
    fault: 'all-alpha',
  },
  AllBeta: {
    agent: betaOffAgent,
    others: gatesOf('BETA'),
    on: false,
    named: explicitGates.BETA,
    fault: 'all-beta',
  },
} as const

for (const [name, { agent, others, on, named, fault }] of Object.entries(stages)) {
  must(`agent.gate.${name}.stage`, gateRow(name, 'stage'), () => {
    says(`${name} switches every gate of its stage; a gate that is named itself takes precedence.`)
    test(
      { title: 'the gate switches all other gates of its stage', id: 'switches all others of its stage' },
      async () => {
        const startedAgent = await agent()
        const unchangedGates: string[] = []
        for (const gate of others.filter((one) => isAsDocumented(one.name)))
          if (gate.name !== named && (await gateState(startedAgent, gate.name)) !== on)
            unchangedGates.push(gate.name)
        expect(unchangedGates).toEqual([])
      },
    ).sees(`${fault}-ignored`)

    test(
      { title: 'a gate that is set by its name is not switched', id: 'leaves a gate that is named itself' },
      async () => {
        expect(await gateState(await agent(), named)).toBe(!on)
      },
    ).sees(`${fault}-beats-gate`)
  })
}

must('agent.gate.AllBeta.on', gateRow('AllBeta', 'on'), () => {
  says('AllBeta=true switches on every beta gate, but for one that is named itself.')
  test(
    {
      title: 'gates that are off by default are switched on',
      id: 'switches on those that are off by default',
    },
    async () => {
      const startedAgent = await betaOnAgent()
      const unchangedGates: string[] = []
      for (const { name } of gatesOf('BETA').filter((one) => isAsDocumented(one.name)))
        if (name !== offByDefault && (await gateState(startedAgent, name)) !== true) unchangedGates.push(name)
      expect(unchangedGates).toEqual([])
    },
  ).sees('all-beta-true-ignored')

  test(
    { title: 'a gate that is switched off by name stays off', id: 'leaves a gate that is named itself off' },
    async () => {
      expect(await gateState(await betaOnAgent(), offByDefault)).toBe(false)
    },
  ).sees('all-beta-beats-gate')
})

must('agent.gates.sources', { row: '--feature-gates', aspect: 'sources' }, () => {
  says('Gates of the configuration file count, and one that --feature-gates names, too, is as the flag says.')
  test(
    {
      title: 'a gate that is set only in the file has the value of the file',
      id: 'has a gate that only the file names',
    },
    async () => {
      expect(await gateState(await agentWithMergedGates(), 'StorageCapacityScoring')).toBe(true)
    },
  ).sees('gate-file-ignored')

  test(
    {
      title: 'a gate that file and flag name has the value of the flag',
      id: 'has the value of the flag for a gate that both name',
    },
    async () => {
      expect(await gateState(await agentWithMergedGates(), 'HPAScaleToZero')).toBe(true)
    },
  ).sees('gate-file-beats-flag')
})

const dropIns = shared(() => makeWorkspace('gates'), removeWorkspace)
const agentWithDropIn = sharedAgent(async () => {
  const directory = await dropIns()
  const types = { kind: 'OrchletConfiguration', apiVersion: 'orchlet.config.orch.io/v1beta1' }
  const dropIn = file('10.conf', { ...types, featureGates: { HPAScaleToZero: true } })
  writeConfiguration(dropIn, targetDialect(), directory)
  const { flags } = agentWithGates({}, { HPAScaleToZero: false })
  return { flags: { ...(flags as Flags), '--config-dir': { path: directory } } }
})

must('agent.gates.drop-ins', { row: '--config-dir', aspect: 'gates' }, () => {
  says('A gate that the file and a drop-in file name is as the drop-in file says.')
  test({ title: 'a gate that both files name has the value of the drop-in file', id: 'value' }, async () => {
    expect(await gateState(await agentWithDropIn(), 'HPAScaleToZero')).toBe(true)
  }).sees('gates-of-drop-ins-ignored', 'gate-file-ignored')
})

must('agent.gates.known', { row: '--feature-gates', aspect: 'names', overlaps: true }, () => {
  says('A gate that the table does not list is refused.')
  accepts('a gate of the table', () => expectAgentAccepted(agentWithGates({ HPAScaleToZero: true })))

  refuses({ title: 'a name that differs in a letter', id: 'one that differs in a letter' }, () =>
    expectAgentRefusal(agentWithGates({ HPAScaleToZer: true }), 'HPAScaleToZer'),
  ).sees('gate-unknown-accepted')

  refuses({ title: 'a name that differs in case', id: 'one that differs in case' }, () =>
    expectAgentRefusal(agentWithGates({ hpaScaleToZero: true }), 'hpaScaleToZero'),
  ).sees('gate-unknown-accepted')
})

must('agent.gates.form', { ...gatesSource('form of a gate'), overlaps: true }, () => {
  says('A gate is set as Name=true or Name=false.')
  accepts({ title: 'a gate with each of the values true and false', id: 'both' }, () =>
    expectAgentAccepted({ flags: { '--feature-gates': 'HPAScaleToZero=true,PodDeletionCost=false' } }),
  )

  refuses
    .for({
      'a name without a value': formerly('a name alone', 'HPAScaleToZero'),
      'a value other than true and false': formerly('another word', 'HPAScaleToZero=perhaps'),
    })('%s', (value) => expectAgentRefusal({ flags: { '--feature-gates': value } }, 'feature-gates'))
    .sees('type-unchecked-feature-gates')
})
