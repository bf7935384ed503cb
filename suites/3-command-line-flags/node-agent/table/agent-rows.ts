import { accessRows } from './access-rows.ts'
import { evictionRows } from './eviction-rows.ts'
import { managerRows } from './manager-rows.ts'
import { nodeRows } from './node-rows.ts'
import { podsRows } from './pods-rows.ts'
import { processRows } from './process-rows.ts'
import { resourcesRows } from './resources-rows.ts'
import type { AgentRow } from './row.ts'
import { runtimeRows } from './runtime-rows.ts'
import { servingRows } from './serving-rows.ts'

/** All rows of the node agent's flag table. */
export const agentRows: readonly AgentRow[] = [
  ...servingRows,
  ...accessRows,
  ...podsRows,
  ...runtimeRows,
  ...resourcesRows,
  ...managerRows,
  ...evictionRows,
  ...nodeRows,
  ...processRows,
]
