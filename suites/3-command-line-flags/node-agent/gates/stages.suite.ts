import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentWithGates, isAsDocumented, isOn, sharedGates } from './agents.ts'
import { gateRow, gateSentence } from './row.ts'
import { gatesOf } from './table.ts'

const explicit = { ALPHA: 'HPAScaleToZero', BETA: 'PodDeletionCost' } as const
const alphaOn = sharedGates({ AllAlpha: true, [explicit.ALPHA]: false })
const betaOff = sharedGates({ AllBeta: false, [explicit.BETA]: true })
const merged = sharedGates({ HPAScaleToZero: true }, { HPAScaleToZero: false, StorageCapacityScoring: true })

const stages = {
  AllAlpha: { agent: alphaOn, others: gatesOf('ALPHA'), on: true, named: explicit.ALPHA, fault: 'all-alpha' },
  AllBeta: { agent: betaOff, others: gatesOf('BETA'), on: false, named: explicit.BETA, fault: 'all-beta' },
} as const

for (const [name, { agent, others, on, named, fault }] of Object.entries(stages)) {
  rule(
    {
      id: `agent.gate.${name}.stage`,
      level: 'MUST',
      says: `${name} switches every gate of its stage; one that is named itself wins over it.`,
      source: gateRow(name, 'stage'),
      program: 'node-agent',
    },
    () => {
      test('switches all others of its stage', async () => {
        const running = await agent()
        const still: string[] = []
        for (const gate of others.filter((one) => isAsDocumented(one.name)))
          if (gate.name !== named && (await isOn(running, gate.name)) !== on) still.push(gate.name)
        expect(still).toEqual([])
      }).sees(`${fault}-ignored`)

      test('leaves a gate that is named itself', async () => {
        expect(await isOn(await agent(), named)).toBe(!on)
      }).sees(`${fault}-beats-gate`)
    },
  )
}

rule(
  {
    id: 'agent.gates.sources',
    level: 'MUST',
    says: 'Gates of the configuration file count, and one that --feature-gates names, too, is as the flag says.',
    source: { document: 3, section: 'Node agent flags', rows: ['--feature-gates'], aspect: 'sources' },
    program: 'node-agent',
  },
  () => {
    test('has a gate that only the file names', async () => {
      expect(await isOn(await merged(), 'StorageCapacityScoring')).toBe(true)
    }).sees('gate-file-ignored', 'gate-file-dropped-by-flag', 'gate-stuck-StorageCapacityScoring')

    test('has the value of the flag for a gate that both name', async () => {
      expect(await isOn(await merged(), 'HPAScaleToZero')).toBe(true)
    }).sees('gate-file-beats-flag', 'gate-stuck-HPAScaleToZero')
  },
)

rule(
  {
    id: 'agent.gates.known',
    level: 'MUST',
    says: 'A gate that the table does not list is refused.',
    source: { document: 3, section: 'Node agent flags', rows: ['--feature-gates'], aspect: 'names' },
    program: 'node-agent',
    overlaps: true,
  },
  () => {
    test('accepts a gate of the table', () => expectAgentAccepted(agentWithGates({ HPAScaleToZero: true })))

    test('refuses one that differs in a letter', () =>
      expectAgentRefusal(agentWithGates({ HPAScaleToZer: true }), 'HPAScaleToZer')).sees(
      'gate-unknown-accepted',
    )

    test('refuses one that differs in case', () =>
      expectAgentRefusal(agentWithGates({ hpaScaleToZero: true }), 'hpaScaleToZero')).sees(
      'gate-unknown-accepted',
    )
  },
)

rule(
  {
    id: 'agent.gates.form',
    level: 'MUST',
    says: 'A gate is set as Name=true or Name=false.',
    source: gateSentence('form of a gate'),
    program: 'node-agent',
    overlaps: true,
  },
  () => {
    test('accepts both', () =>
      expectAgentAccepted({ flags: { '--feature-gates': 'HPAScaleToZero=true,PodDeletionCost=false' } }))

    test
      .for({ 'a name alone': 'HPAScaleToZero', 'another word': 'HPAScaleToZero=perhaps' })(
        'refuses %s',
        (value) => expectAgentRefusal({ flags: { '--feature-gates': value } }, 'feature-gates'),
      )
      .sees('type-unchecked-feature-gates')
  },
)
