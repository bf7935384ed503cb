import { startNodeAgents } from '#mocks/node-agent/index.ts'
import { sharedPeer } from '../../../shared/peers.ts'

/** Node agents of every server in this group. */
export const agents = sharedPeer(() => startNodeAgents())
