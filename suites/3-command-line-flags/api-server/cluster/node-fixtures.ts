import { pem } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { issueClient } from '#mocks/tls/index.ts'
import { agents } from './agents.ts'
import { type Addresses, callNodeOf, timeoutMs, type NodeCall, type NodeCallOptions } from './node-calls.ts'
import { withoutManagers, type ServerFixture } from './fixtures.ts'

/** Common name of the certificate that servers present to node agents. */
export const nodeClient = 'api-server-towards-nodes'
/** Three ports, all of which services may use. */
export const nodePortRange = { lowest: 30_100, highest: 30_102 } as const
/** Address types in an unusual order, without most types. */
export const addressTypes = ['ExternalIP', 'Hostname'] as const

/** Server with all flags for calls to nodes, and few node ports. */
export const serverOfAgents: ServerFixture = sharedServer(async () => {
  const nodeAgents = await agents()
  const client = await issueClient({ commonName: nodeClient })
  return {
    peers: [nodeAgents],
    flags: {
      ...withoutManagers,
      '--service-node-port-range': `${nodePortRange.lowest}-${nodePortRange.highest}`,
      '--orchlet-client-certificate': pem('nodes.crt', client.certificate),
      '--orchlet-client-key': pem('nodes.key', client.key),
      '--orchlet-certificate-authority': pem('nodes-ca.crt', nodeAgents.certificateAuthority),
      '--orchlet-preferred-address-types': addressTypes.join(','),
      '--orchlet-timeout': `${timeoutMs}ms`,
    },
  }
})

/** Creates a node with a pod, and requests its log from the server. */
export async function callNode(
  server: ApiServer,
  addresses: Addresses,
  options: NodeCallOptions = {},
): Promise<NodeCall> {
  return callNodeOf(await agents(), server, addresses, options)
}
