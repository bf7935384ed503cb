import { type NamedCases, expect, formerly, rulesOf, says, test } from '#kit'
import { startOutcome } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { helpOf } from '../../../shared/flags/help.ts'
import { gatesOf, isGateOn, type ReportedGate } from './metrics.ts'
import {
  alphaOnServer,
  betaOffServer,
  betaOnServer,
  gateEntry,
  gates,
  plainServer,
  switchedServer,
} from './fixtures.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Versioning', overlaps: true })

const flag = '--feature-gates'

/** Gate with its stage and default in the help. */
interface HelpGate {
  readonly name: string
  readonly stage: string
  readonly default: boolean
}

const gatePattern =
  /(?<![\w-])([A-Z]\w+)\b.*?\b(alpha|beta|ALPHA|BETA)\b.*?\bdefault(?:s to)?[=: ]+(true|false)\b/

async function shownGates(): Promise<readonly HelpGate[]> {
  const entry = (await helpOf('apiserver')).entry(flag)
  return (entry?.text ?? '').split('\n').flatMap((line) => {
    const [, name, stage, byDefault] = gatePattern.exec(line) ?? []
    if (name === undefined || stage === undefined) return []
    return [{ name, stage: stage.toUpperCase(), default: byDefault === 'true' }]
  })
}

const stages = {
  AllAlpha: { stage: 'ALPHA', world: alphaOnServer, on: true, fault: 'server-all-alpha' },
  AllBeta: { stage: 'BETA', world: betaOffServer, on: false, fault: 'server-all-beta' },
} as const

must('flag.feature-gates.entries', { ...flagRow(flag, 'entries'), capability: 'feature-metrics' }, () => {
  says('An entry of the form component:key=value switches a feature of the component.')
  test(
    {
      title: 'a feature that is off by default is on when an entry enables it',
      id: 'a feature that is off by default is on when an entry says so',
    },
    async () => {
      const name = gates.ALPHA
      const gateStates = {
        usual: await isGateOn(await plainServer(), name),
        switched: await isGateOn(await switchedServer(), name),
      }

      expect(gateStates).toEqual({ usual: false, switched: true })
    },
  ).sees('prefixed-gate-ignored')
})

unspecified('flag.feature-gates.open-entries', flagRow(flag, 'names'), () => {
  says('Unspecified: which gates there are, and what becomes of entries of other forms.')
  const entries: NamedCases<() => string> = {
    'an unknown feature gate': formerly('a gate that nobody knows', () => gateEntry('NobodyKnowsThis', true)),
    'a gate of another component': () => `elsewhere:${gates.ALPHA}=true`,
    'an entry without a component': () => `${gates.ALPHA}=true`,
    'entries with and without a component': () => `${gateEntry(gates.ALPHA, true)},${gates.BETA}=true`,
    'a duplicate gate': formerly(
      'one gate twice',
      () => `${gateEntry(gates.ALPHA, true)},${gateEntry(gates.ALPHA, false)}`,
    ),
  }
  test.for(entries)(
    { title: 'observes the result of %s', id: 'observes what becomes of %s' },
    async (entry, check) => {
      const { outcome } = await startOutcome({ flags: { [flag]: entry() } }, async (server) => {
        check.observe(`${gates.ALPHA} is on`, (await isGateOn(server, gates.ALPHA)) ?? 'not told')
      })
      check.observe('start', outcome)
    },
  )
})

must('versioning.feature-gates.stages', { row: 'feature gate stages', capability: 'feature-metrics' }, () => {
  says(
    'Gates carry a stage, ALPHA or BETA, and a default; AllAlpha and AllBeta switch whole stages, and a gate that is named itself wins.',
  )
  test('the help shows gates of both stages with a default', async () => {
    const helpGates = await shownGates()
    const stageOf = (wanted: string) => helpGates.find(({ name }) => name === wanted)?.stage

    expect({ ALPHA: stageOf(gates.ALPHA), BETA: stageOf(gates.BETA) }).toEqual({
      ALPHA: 'ALPHA',
      BETA: 'BETA',
    })
  }).sees('server-gate-stage-omitted')

  test(
    {
      title: 'a gate that is not set has the default of the help',
      id: 'a gate that nobody switches is as the help shows its default',
    },
    async () => {
      const gatesByName = new Map((await gatesOf(await plainServer())).map((gate) => [gate.name, gate]))
      const reportedGates = (await shownGates()).filter(({ name }) => gatesByName.has(name))
      const differingGates = reportedGates.filter((gate) => gatesByName.get(gate.name)?.on !== gate.default)

      expect(reportedGates.length, 'gates that the help and the metrics tell of').toBeGreaterThan(0)
      expect(differingGates.map(({ name }) => name)).toEqual([])
    },
  ).sees('server-gate-default-wrong')

  for (const [name, { stage, world: fixture, on, fault }] of Object.entries(stages)) {
    test(
      {
        title: `${name} switches all other gates of its stage`,
        id: `${name} switches all others of its stage`,
      },
      async () => {
        const otherGates = (await gatesOf(await plainServer())).filter(
          (gate) => gate.stage === stage && gate.name !== gates[stage] && gate.name !== name,
        )
        const statesByName = new Map((await gatesOf(await fixture())).map((gate) => [gate.name, gate.on]))

        expect(otherGates.length, `gates of stage ${stage}`).toBeGreaterThan(0)
        expect(
          otherGates.filter((gate) => statesByName.get(gate.name) !== on).map((gate) => gate.name),
        ).toEqual([])
      },
    ).sees(`${fault}-ignored`)

    test(
      {
        title: `a gate that is set by its name takes precedence over ${name}`,
        id: `a gate that is named itself wins over ${name}`,
      },
      async () => {
        expect(await isGateOn(await fixture(), gates[stage])).toBe(!on)
      },
    ).sees(`${fault}-beats-gate`)
  }

  test(
    {
      title: 'AllBeta=true switches on all other beta gates, including gates that are off by default',
      id: 'AllBeta=true switches on all others of its stage, those that are off by default too',
    },
    async () => {
      const isOtherBeta = ({ name, stage }: ReportedGate) =>
        stage === 'BETA' && name !== gates.BETA && name !== 'AllBeta'
      const disabledGates = (await gatesOf(await plainServer())).filter(
        (gate) => isOtherBeta(gate) && !gate.on,
      )
      const otherGates = (await gatesOf(await betaOnServer())).filter(isOtherBeta)

      expect(disabledGates.length, 'gates of stage BETA that are off by default').toBeGreaterThan(0)
      expect(otherGates.length, 'gates of stage BETA').toBeGreaterThanOrEqual(disabledGates.length)
      expect(otherGates.filter(({ on }) => !on).map(({ name }) => name)).toEqual([])
    },
  ).sees('server-all-beta-never-on')

  test(
    {
      title: 'a gate that is switched off by name stays off with AllBeta=true',
      id: 'a gate that is off by name stays off with AllBeta=true',
    },
    async () => {
      expect(await isGateOn(await betaOnServer(), gates.BETA)).toBe(false)
    },
  ).sees('server-all-beta-beats-gate')
})
