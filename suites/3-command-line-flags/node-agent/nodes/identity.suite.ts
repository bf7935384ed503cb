import { join } from 'node:path'
import { becomesTrue, currentCheck, expect, nowMs, rulesOf, says, test } from '#kit'
import { file, makeWorkspace, removeWorkspace, writeConfiguration } from '#kit/launch.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { startAgentFixture } from '../fixture.ts'
import { nodeWithFlags } from './node-with-flags.ts'
import { isNodeStatus } from './status-writes.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const eventWithinMs = 15_000

const types = { kind: 'OrchletConfiguration', apiVersion: 'orchlet.config.orch.io/v1beta1' }
// Settings of the file that equal the defaults without a file.
const openConfiguration = {
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
}

must('agent.configuration.file', flagRow('--config', 'behaviour'), () => {
  says('What the file of --config says counts, unless a flag says otherwise.')
  const config = file('config.yaml', { ...types, ...openConfiguration, maxPods: 21 })
  test({ title: 'the configuration file sets the value', id: 'counts' }, async () => {
    currentCheck().needs('agent-configuration')
    expect((await nodeWithFlags({ '--config': config })).status?.capacity?.pods).toBe('21')
  }).sees('file-ignored-max-pods')

  test({ title: 'the flag takes precedence over the file', id: 'yields to the flag' }, async () => {
    currentCheck().needs('agent-configuration')
    expect((await nodeWithFlags({ '--config': config, '--max-pods': 22 })).status?.capacity?.pods).toBe('22')
  }).sees('flag-loses-max-pods')
})

must('agent.configuration.drop-ins', flagRow('--config-dir', 'behaviour'), () => {
  says('The files of --config-dir take precedence over the configuration file.')
  test({ title: 'a drop-in file takes precedence over the file', id: 'wins over the file' }, async () => {
    currentCheck().needs('agent-configuration')
    const directory = makeWorkspace('drop-ins')
    currentCheck().defer(async () => removeWorkspace(directory))
    writeConfiguration(file('10.conf', { ...types, maxPods: 23 }), targetDialect(), join(directory))
    const config = file('config.yaml', { ...types, ...openConfiguration, maxPods: 21 })
    const { status } = await nodeWithFlags({ '--config': config, '--config-dir': { path: directory } })
    expect(status?.capacity?.pods).toBe('23')
  }).sees('drop-in-ignored-max-pods')

  test({ title: 'a drop-in file sets the value without a file', id: 'counts without a file' }, async () => {
    currentCheck().needs('agent-configuration')
    const directory = makeWorkspace('drop-ins')
    currentCheck().defer(async () => removeWorkspace(directory))
    writeConfiguration(
      file('10.conf', { ...types, ...openConfiguration, maxPods: 24 }),
      targetDialect(),
      directory,
    )
    const { status } = await nodeWithFlags({ '--config-dir': { path: directory } })
    expect(status?.capacity?.pods).toBe('24')
  }).sees('drop-ins-need-a-file')

  test
    .for({ 'a drop-in file': 'drop-in', 'a flag': 'flag' } as const)(
      { title: '%s sets a value to 0 that the file sets to another number', id: 'zero-of-%s' },
      async (source) => {
        currentCheck().needs('agent-configuration')
        const directory = makeWorkspace('drop-ins')
        currentCheck().defer(async () => removeWorkspace(directory))
        const dropIn = source === 'drop-in' ? { ...types, podsPerCore: 0 } : types
        writeConfiguration(file('10.conf', dropIn), targetDialect(), directory)
        const values = { ...openConfiguration, maxPods: 26, podsPerCore: 1 }
        const { status } = await nodeWithFlags({
          '--config': file('config.yaml', { ...types, ...values }),
          '--config-dir': { path: directory },
          ...(source === 'flag' && { '--pods-per-core': 0 }),
        })
        expect(status?.capacity?.pods).toBe('26')
      },
    )
    .sees((source) => `zero-of-${source}-ignored`)

  test('each of several drop-in files sets its values', async () => {
    currentCheck().needs('agent-configuration')
    const directory = makeWorkspace('drop-ins')
    currentCheck().defer(async () => removeWorkspace(directory))
    const taint = { key: 'example.com/dropped-in', value: 'yes', effect: 'NoSchedule' }
    const dropIns = { ...openConfiguration, maxPods: 25 }
    writeConfiguration(file('10.conf', { ...types, ...dropIns }), targetDialect(), directory)
    writeConfiguration(file('20.conf', { ...types, registerWithTaints: [taint] }), targetDialect(), directory)
    const { spec, status } = await nodeWithFlags({ '--config-dir': { path: directory } })
    expect(status?.capacity?.pods).toBe('25')
    expect(spec?.taints).toMatchObject([taint])
  }).sees('drop-ins-need-a-file', 'drop-in-ignored-max-pods', 'only-last-drop-in-used')
})

const everyMs = 1_000
// Number of rounds. Each round starts after a report, to maximize the time until the next report.
const rounds = 3

must(
  'agent.node.status-frequency',
  { ...flagRow('--node-status-update-frequency', 'behaviour'), waits: true },
  () => {
    says('Node status is updated every --node-status-update-frequency.')
    test({ title: 'reports changes within the interval', id: 'tells of something new so soon' }, async () => {
      const { api, runtime } = await startAgentFixture({
        flags: { '--node-status-update-frequency': `${everyMs}ms` },
      })
      const statusUpdates = () => api.journal.filter(isNodeStatus)
      expect(await becomesTrue(() => statusUpdates().length > 0, eventWithinMs)).toBe(true)
      const intervalsMs: number[] = []
      for (let roundNumber = 0; roundNumber < rounds; roundNumber += 1) {
        // Changes the status, because agents may skip an unchanged status.
        const roundStartMs = nowMs()
        runtime.answer({})
        api.hand.patch({ resource: 'nodes', name: nodeName }, { status: { conditions: [] } })
        const isUpdatedAgain = () => statusUpdates().some(({ atMs }) => atMs > roundStartMs)
        expect(await becomesTrue(isUpdatedAgain, everyMs * 5)).toBe(true)
        intervalsMs.push(Math.round(nowMs() - roundStartMs))
      }
      currentCheck().observe('milliseconds until each was told', intervalsMs)
      // A busy machine delays some reports, but an agent with three times the interval never reports so early.
      expect(Math.min(...intervalsMs)).toBeLessThan(2 * everyMs)
    }).sees('status-frequency-ignored', 'status-frequency-thrice')
  },
)
