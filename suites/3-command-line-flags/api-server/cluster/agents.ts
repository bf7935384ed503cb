import { sharedNodeAgents } from '../../../shared/peers.ts'

/** Node agents of every server in this group. */
export const agents = sharedNodeAgents()
