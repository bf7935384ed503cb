import { accepts, expect, expectReady, rulesOf, says, test } from '#kit'
import { agentRows } from '#documents/3/agent-flags/index.ts'
import { legalFlags } from '#documents/flags.ts'
import { helpOf } from '../../../shared/flags/help.ts'
import { sharedAgentOutcome } from '../../../shared/node-agent.ts'
import { rowRules } from './rows.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })

const startWithAllFlags = sharedAgentOutcome(() => ({ flags: legalFlags(agentRows) }))

must('agent.flags.types.accepted', flagRow('--vmodule', 'value'), () => {
  says('The flags of the node agent take values of their documented types.')
  accepts(
    { title: 'each flag with a value of its type', id: 'a value of its type for each flag' },
    async () => {
      expectReady(await startWithAllFlags())
    },
  ).sees('vmodule-refused')
})

must(
  'agent.flag.container-runtime-endpoint.default',
  flagRow('--container-runtime-endpoint', 'default'),
  () => {
    says(
      'The help shows unix:///run/<runtime>/<runtime>.sock for some runtime as the default of --container-runtime-endpoint.',
    )
    test(
      { title: 'the help shows the socket of a runtime as the default', id: 'shows the socket of a runtime' },
      async () => {
        const entry = (await helpOf('node-agent')).entry('--container-runtime-endpoint')
        expect(entry?.default ?? '').toMatch(/^unix:\/\/\/run\/([\w-]+)\/\1\.sock$/)
      },
    ).sees('help-default-wrong-container-runtime-endpoint')
  },
)

rowRules(agentRows, startWithAllFlags)
