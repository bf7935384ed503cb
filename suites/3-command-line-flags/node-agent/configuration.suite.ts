import { type NamedCases, currentCheck, expect, formerly, rulesOf, says, test } from '#kit'
import { file, type FlagValue } from '#kit/launch.ts'
import { agentOutcome } from '../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const { unspecified } = rulesOf({ program: 'node-agent', overlaps: true })

const types = { kind: 'OrchletConfiguration', apiVersion: 'orchlet.config.orch.io/v1beta1' }

const openFiles: NamedCases<FlagValue> = {
  'a file of another kind': file('config.yaml', { ...types, kind: 'Pod' }),
  'a file of another version': file('config.yaml', { ...types, apiVersion: 'orchlet.config.orch.io/v9' }),
  'an unknown field': formerly('a field that nobody knows', file('config.yaml', { ...types, maxPodz: 5 })),
  'a duplicate key': formerly(
    'a key that stands twice',
    file(
      'config.yaml',
      'kind: OrchletConfiguration\nkind: OrchletConfiguration\napiVersion: orchlet.config.orch.io/v1beta1\n',
    ),
  ),
  'a string in place of a number': formerly(
    'a text where a number belongs',
    file('config.yaml', { ...types, maxPods: 'many' }),
  ),
}

unspecified('agent.configuration.open', flagRow('--config', 'what is refused'), () => {
  says('Unspecified: which fields, kinds and versions make a configuration file of the node agent invalid.')
  test.for(openFiles)(
    { title: 'observes the start with %s', id: 'observes what becomes of %s' },
    async (config) => {
      currentCheck().needs('agent-configuration')
      const { outcome } = await agentOutcome({ flags: { '--config': config } })
      currentCheck().observe('outcome', outcome)
      expect(outcome).toBeOneOf(['ready', 'refused'])
    },
  )
})
