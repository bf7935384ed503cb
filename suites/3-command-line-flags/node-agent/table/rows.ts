import { flagRules } from '../../../shared/flags/flag-rules.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { agentRows } from '#documents/3/agent-flags/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

/** Rules of the node agent's flags. */
export const { rowRules, valueRules } = flagRules({
  program: 'node-agent',
  idPrefix: 'agent.flag',
  rows: agentRows,
  flagRow,
  usualFlag: '--port',
  expectAccepted: expectAgentAccepted,
  expectRefusal: expectAgentRefusal,
})
