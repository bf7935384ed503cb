import { currentCheck } from '#harness/check/context.ts'
import { nowMs } from '#harness/time.ts'
import { HarnessError } from '#harness/errors.ts'
import { pem } from '#harness/launch/flags.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { HttpAnswer } from '#harness/client/https.ts'
import type { LogSeen } from '#mocks/node-agent/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { createObject } from '../../../shared/objects.ts'
import { issueClient } from '#mocks/tls/index.ts'
import { agents } from './agents.ts'
import { unattended, type World } from './worlds.ts'

/** The common name of the certificate that servers show to node agents. */
export const nodeClient = 'api-server-towards-nodes'
export const timeoutMs = 1_500
/** Three ports, of which services may have all. */
export const nodePortRange = { lowest: 30_100, highest: 30_102 } as const
/** Another order than the usual one, without most types. */
export const addressTypes = ['ExternalIP', 'Hostname'] as const

/** With all that the flags say about calls to nodes, and few node ports. */
export const called: World = sharedServer(async () => {
  const running = await agents()
  const client = await issueClient({ commonName: nodeClient })
  return {
    peers: [running],
    flags: {
      ...unattended,
      '--service-node-port-range': `${nodePortRange.lowest}-${nodePortRange.highest}`,
      '--orchlet-client-certificate': pem('nodes.crt', client.certificate),
      '--orchlet-client-key': pem('nodes.key', client.key),
      '--orchlet-certificate-authority': pem('nodes-ca.crt', running.certificateAuthority),
      '--orchlet-preferred-address-types': addressTypes.join(','),
      '--orchlet-timeout': `${timeoutMs}ms`,
    },
  }
})

/** What came of asking a server for the log of a container on some node. */
export interface Call {
  /** Nothing where no answer came. */
  readonly answer: HttpAnswer | undefined
  /** When the server was asked, by `nowMs()`. */
  readonly calledAtMs: number
  /** What the node agent was asked about the pod. */
  readonly asked: readonly LogSeen[]
}

/** Where a node says that it is: addresses by type, in the order of its status. */
export type Addresses = readonly (readonly [type: string, address: string])[]

// What takes longer counts as no answer: no time-out here is half as long.
const answeredWithinMs = 6_000
let nodes = 0

/** Makes a node with a pod on it, whose log the server is then asked for. */
export async function callNode(
  server: ApiServer,
  addresses: Addresses,
  { port, before }: { readonly port?: number; readonly before?: (pod: string) => void } = {},
): Promise<Call> {
  currentCheck().needs('node-calls')
  const running = await agents()
  const name = `node-${++nodes}`
  const ownPort = Number(new URL(running.url).port)
  await createObject(server, '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: {
      addresses: addresses.map(([type, address]) => ({ type, address })),
      daemonEndpoints: { orchletEndpoint: { Port: port ?? ownPort } },
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
  const answer = await server.request({ path, withinMs: answeredWithinMs }).catch((thrown: unknown) => {
    if (thrown instanceof HarnessError && thrown.detail === 'no-answer') return undefined
    throw thrown
  })
  return { answer, calledAtMs, asked: running.pod(name).journal }
}

/** The host that a node agent was called by. */
export function hostAsked({ asked }: Call): string | undefined {
  return asked.at(-1)?.headers?.host?.replace(/:\d+$/, '')
}
