import { expectAgentAccepted, expectAgentRefusal } from '../../../shared/node-agent.ts'
import { flagRules } from '../../../shared/flags/flag-rules.ts'
import { nodeRows } from './node-rows.ts'
import { podsRows } from './pods-rows.ts'
import { processRows } from './process-rows.ts'
import { resourcesRows } from './resources-rows.ts'
import { runtimeRows } from './runtime-rows.ts'
import { servingRows } from './serving-rows.ts'

/** Every row of the node agent's flag table. */
export const agentRows = [
  ...servingRows,
  ...podsRows,
  ...runtimeRows,
  ...resourcesRows,
  ...nodeRows,
  ...processRows,
]

/** The rules of the node agent's flags. */
export const { flagRow, helpRule, typeRule } = flagRules({
  program: 'node-agent',
  idPrefix: 'agent.flag',
  section: () => 'Node agent flags',
  expectAccepted: expectAgentAccepted,
  expectRefusal: expectAgentRefusal,
})
