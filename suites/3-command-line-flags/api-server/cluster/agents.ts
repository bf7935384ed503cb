import { startNodeAgents } from '#mocks/node-agent/index.ts'
import { sharedPeer } from '../../../shared/peers.ts'

/** The node agents of every server here. */
export const agents = sharedPeer(() => startNodeAgents())
