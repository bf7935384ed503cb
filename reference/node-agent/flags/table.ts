import { nodeFlags } from './node.ts'
import { podsFlags } from './pods.ts'
import { processFlags } from './process.ts'
import { resourcesFlags } from './resources.ts'
import { runtimeFlags } from './runtime.ts'
import { servingFlags } from './serving.ts'

/** All flags of the node agent. */
export const agentFlags = [
  ...servingFlags,
  ...podsFlags,
  ...runtimeFlags,
  ...resourcesFlags,
  ...nodeFlags,
  ...processFlags,
]

/** Name of a flag of the node agent. */
export type AgentFlagName = (typeof agentFlags)[number]['name']
