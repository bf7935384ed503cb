import { currentCheck, HarnessError, nowMs } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import { pem } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { LogRequest } from '#mocks/node-agent/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { createObject } from '../../../shared/objects.ts'
import { issueClient } from '#mocks/tls/index.ts'
import { agents } from './agents.ts'
import { withoutManagers, type ServerFixture } from './fixtures.ts'

/** Common name of the certificate that servers present to node agents. */
export const nodeClient = 'api-server-towards-nodes'
export const timeoutMs = 1_500
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

/** Result of a request to a server for the log of a container on a node. */
export interface NodeCall {
  /** Undefined if no response was received. */
  readonly answer: HttpAnswer | undefined
  /** Time of the request to the server, by `nowMs()`. */
  readonly calledAtMs: number
  /** Requests to the node agent for the pod. */
  readonly requests: readonly LogRequest[]
}

/** Addresses of a node by type, in the order of its status. */
export type Addresses = readonly (readonly [type: string, address: string])[]

// Longest wait for a response. Half of this time exceeds every time-out here.
const answeredWithinMs = 6_000
let nodes = 0

/** Creates a node with a pod, and requests its log from the server. */
export async function callNode(
  server: ApiServer,
  addresses: Addresses,
  { port, before }: { readonly port?: number; readonly before?: (pod: string) => void } = {},
): Promise<NodeCall> {
  currentCheck().needs('node-calls')
  const nodeAgents = await agents()
  const name = `node-${++nodes}`
  const agentPort = Number(new URL(nodeAgents.url).port)
  await createObject(server, '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: {
      addresses: addresses.map(([type, address]) => ({ type, address })),
      daemonEndpoints: { orchletEndpoint: { Port: port ?? agentPort } },
    },
  })
  await createObject(server, '/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName: name, containers: [{ name: 'main', image: 'example.org/main:1' }] },
  })
  before?.(name)
  const path = `/api/v1/namespaces/default/pods/${name}/log?container=main`
  const calledAtMs = nowMs()
  const response = await server.request({ path, withinMs: answeredWithinMs }).catch((thrown: unknown) => {
    if (thrown instanceof HarnessError && thrown.detail === 'no-answer') return undefined
    throw thrown
  })
  return { answer: response, calledAtMs, requests: nodeAgents.pod(name).journal }
}

/** Returns the host in the request to a node agent. */
export function hostOfRequest({ requests }: NodeCall): string | undefined {
  return requests.at(-1)?.headers?.host?.replace(/:\d+$/, '')
}
