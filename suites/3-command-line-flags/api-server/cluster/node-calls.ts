import { currentCheck, HarnessError, nowMs } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { LogRequest, NodeAgents } from '#mocks/node-agent/index.ts'
import { createObject } from '../../../shared/objects.ts'

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

// Longest wait for a response. Half of this time exceeds every timeout of these checks.
const answeredWithinMs = 6_000
/** Time limit of a server with --orchlet-timeout, shorter than the default, for a call to a node agent. */
export const timeoutMs = 1_500
let nodeCount = 0

/** Port of the node in place of the port of the node agents, and an action before the request. */
export interface NodeCallOptions {
  readonly port?: number
  readonly beforeRequest?: (pod: string) => void
}

/** Creates a node of these node agents with a pod, and requests its log from the server. */
export async function callNodeOf(
  nodeAgents: NodeAgents,
  server: ApiServer,
  addresses: Addresses,
  { port, beforeRequest }: NodeCallOptions = {},
): Promise<NodeCall> {
  currentCheck().needs('node-calls')
  const name = `node-${++nodeCount}`
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
  beforeRequest?.(name)
  const path = `/api/v1/namespaces/default/pods/${name}/log?container=main`
  const calledAtMs = nowMs()
  const response = await server.request({ path, withinMs: answeredWithinMs }).catch((thrown: unknown) => {
    if (thrown instanceof HarnessError && thrown.detail === 'no-answer') return undefined
    throw thrown
  })
  // On a busy machine, the server may give up on the node agent before the call arrives.
  const tookMs = nowMs() - calledAtMs
  if (response === undefined || (response.status >= 500 && tookMs >= timeoutMs))
    currentCheck().timing.noteTimedOutWait(tookMs)
  return { answer: response, calledAtMs, requests: nodeAgents.pod(name).journal }
}

/** Returns the host in the request to a node agent. */
export function hostOfRequest({ requests }: NodeCall): string | undefined {
  return requests.at(-1)?.headers?.host?.replace(/:\d+$/, '')
}
