import { flagRules } from '../../../shared/flags/flag-rules.ts'
import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'

/** The rules of the node agent's flags. */
export const { flagRow, helpRule, typeRule } = flagRules({
  program: 'node-agent',
  idPrefix: 'agent.flag',
  section: () => 'Node agent flags',
  expectAccepted: expectAgentAccepted,
  expectRefusal: expectAgentRefusal,
})
