import type { Program } from '../program/program.ts'
import { agentFaults } from './faults.ts'
import { agentFlags } from './flags/table.ts'
import { agentFreedoms } from './freedoms.ts'

/** Definition of the node agent. */
export const nodeAgent: Program = {
  name: 'orchlet',
  flags: agentFlags,
  faults: agentFaults,
  freedoms: agentFreedoms,
  async start(start) {
    const { serve } = await import('./serve.ts')
    await serve(start)
  },
}
