import { flagRules } from '../../../shared/flags/flag-rules.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentRows } from './agent-rows.ts'

/** Rules of the node agent's flags. */
export const { flagRow, rowRules, valueRules } = flagRules({
  program: 'node-agent',
  idPrefix: 'agent.flag',
  rows: agentRows,
  section: () => 'Node agent flags',
  usual: '--port',
  expectAccepted: expectAgentAccepted,
  expectRefusal: expectAgentRefusal,
})
