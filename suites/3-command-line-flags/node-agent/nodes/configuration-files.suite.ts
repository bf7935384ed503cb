import {
  accepts,
  currentCheck,
  expect,
  formerly,
  HarnessError,
  type NamedCases,
  refuses,
  rulesOf,
  says,
  test,
} from '#kit'
import { file, type Flags, type FlagValue } from '#kit/launch.ts'
import { expectAgentAccepted, expectAgentRefusal, startAgent } from '../../../shared/node-agent.ts'
import { nodeWithFlags } from './node-with-flags.ts'
import { valueAt } from '../sources/compare-values.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })
const content = {
  kind: 'OrchletConfiguration',
  apiVersion: 'orchlet.config.orch.io/v1beta1',
  // Settings of the file that equal the defaults without a file.
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  maxPods: 25,
}
const unusableFiles: NamedCases<FlagValue> = {
  'a path at which no file exists': formerly('a path where no file is', '/nonexistent/config.yaml'),
  'an empty file': file('config.yaml', '', { verbatim: true }),
  'a file that cannot be parsed': file('config.yaml', '{ kind: [', { verbatim: true }),
}

must('agent.configuration.usable', flagRow('--config', 'usable'), () => {
  says('The file of --config holds a configuration.')
  accepts({ title: 'a file with a configuration', id: 'a file that holds one' }, async () => {
    currentCheck().needs('agent-configuration')
    await expectAgentAccepted({ flags: { '--config': file('config.yaml', content) } })
  })

  refuses
    .for(unusableFiles)('%s', async (config) => {
      currentCheck().needs('agent-configuration')
      await expectAgentRefusal({ flags: { '--config': config } }, ['config.yaml', 'configuration'])
    })
    .sees('config-unusable-accepted')
})

must('agent.configuration.relative', flagRow('--config', 'relative path'), () => {
  says('The path of --config may be relative to the working directory.')
  test(
    {
      title: 'uses the settings of a file with a relative path',
      id: 'has what the file of a relative path sets',
    },
    async () => {
      currentCheck().needs('agent-configuration')
      const config = file('config.yaml', content, { relative: true })
      expect((await nodeWithFlags({ '--config': config })).status?.capacity?.pods).toBe('25')
    },
  ).sees('config-relative-elsewhere')
})

must(
  'agent.flag.cpu-manager-reconcile-period.unset',
  flagRow('--cpu-manager-reconcile-period', 'unset'),
  () => {
    says('If it is unset, the reconcile period of the CPU manager is --node-status-update-frequency.')
    test
      .for({
        'the period is 7 s with a frequency of 7 s': formerly('has that period', '7s'),
        'the period is 23 s with a frequency of 23 s': formerly(
          'has another one with another frequency',
          '23s',
        ),
      })('%s', async (frequency) => {
        const effectiveConfiguration = await effectiveWith({ '--node-status-update-frequency': frequency })
        expect(
          valueAt(
            effectiveConfiguration.configuration,
            effectiveConfiguration.pointer('/cpuManagerReconcilePeriod'),
          ),
        ).toBe(frequency)
      })
      .sees('reconcile-period-of-its-own')
  },
)

/** Returns the effective configuration of an agent that is started with flags, and the position of a field in it. */
async function effectiveWith(flags: Flags) {
  const check = currentCheck()
  check.needs('agent-configuration')
  const { readBack } = check.dialect.programs['node-agent']
  if (readBack === undefined)
    throw new HarnessError('not-applicable', 'The dialect does not say where the configuration is read back.')
  const agent = await startAgent({ flags })
  const { status, body } = await agent.get(readBack.path)
  expect(status, `the status of ${readBack.path}`).toBe(200)
  return {
    configuration: JSON.parse(body) as unknown,
    pointer: (field: string) => readBack.pointerOf(field) ?? field,
  }
}
