import { becomesTrue, shared, type Shared } from '#kit'
import { file, type Flags, makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type AuditReceiver, startAuditReceivers } from '#mocks/audit-receiver/index.ts'
import { type ServerSpec, sharedServer } from '../api-server.ts'
import { AuditLogReader } from './log-reader.ts'
import { type AuditPolicy, auditPolicy } from './policy.ts'

/** A log and a receiver for the events of a server. */
export interface Sinks {
  readonly log: AuditLogReader
  readonly receiver: AuditReceiver
  /** Returns the settings of a server that records to the log and to the receiver, unless `flags` override that. */
  spec(flags: Flags, policy?: AuditPolicy): ServerSpec
}

/** A server with the log and the receiver of its events. */
export interface AuditedServer extends Sinks {
  readonly server: ApiServer
}

/** Path of the requests that a policy records. The server does not serve this path. */
export const auditedPath = '/audited'
/** The path of the first request to a server, which is sent before its checks run. */
export const firstPath = `${auditedPath}/first`

/** Policy that records one event of each request below `/audited`, and no requests of the server itself. */
export const auditedPathsPolicy = auditPolicy(
  [{ level: 'Metadata', nonResourceURLs: [`${auditedPath}/*`] }],
  {
    omitStages: ['RequestReceived', 'ResponseStarted'],
  },
)

const firstEventTimeoutMs = 3_000

/** Declares a separate log and a separate receiver that exist until the suite file ends. */
export function auditSinks(): Shared<Sinks> {
  const host = shared(
    () => startAuditReceivers(),
    (running) => running.stop(),
  )
  const directory = shared(() => makeWorkspace('audit'), removeWorkspace)
  return shared(async () => {
    const peer = await host()
    const receiver = peer.receiver('events')
    const logReader = new AuditLogReader(await directory())
    const sinkFlags = {
      '--audit-log-path': { path: logReader.path },
      '--audit-webhook-config-file': file(
        'receiver.yaml',
        JSON.stringify(receiver.clientConfig({ token: receiverToken })),
        {
          verbatim: true,
        },
      ),
      // A short backoff limits the retries of refused batches.
      '--audit-webhook-initial-backoff': '50ms',
    } as const
    const spec = (flags: Flags, policy: AuditPolicy = auditedPathsPolicy): ServerSpec => ({
      peers: [peer],
      flags: { ...sinkFlags, '--audit-policy-file': file('policy.yaml', policy), ...flags },
    })
    return { log: logReader, receiver, spec }
  })
}

/** The credential in the file for the receiver. */
export const receiverToken = 'a-token-for-the-receiver'

/** Declares one server for all checks of a file, which has already served its first request. */
export function auditedServer(
  flags: Flags,
  policy?: AuditPolicy,
  changes: Partial<ServerSpec> = {},
): () => Promise<AuditedServer> {
  const sinks = auditSinks()
  const server = sharedServer(async () => {
    const specOfServer = (await sinks()).spec(flags, policy)
    return { ...specOfServer, ...changes, flags: { ...specOfServer.flags, ...changes.flags } }
  })
  const warmUp = shared(async () => {
    const apiServer = await server()
    await apiServer.request({ path: firstPath })
    const startedSinks = await sinks()
    // Waits for the first event, so that later events are not in the same batch.
    const hasWebhook = startedSinks.spec(flags).flags?.['--audit-webhook-config-file'] !== undefined
    if (hasWebhook)
      await becomesTrue(() => countOf([firstPath], startedSinks.receiver.events) > 0, firstEventTimeoutMs)
  })
  return async () => {
    const apiServer = await server()
    await warmUp()
    return { ...(await sinks()), server: apiServer }
  }
}

/** Sends requests, several at a time, and returns their paths. */
export async function sendRequests(
  server: ApiServer,
  paths: readonly string[],
  maxConcurrent = 8,
): Promise<readonly string[]> {
  const remainingPaths = [...paths]
  const sendSomeRequests = async (): Promise<void> => {
    for (let path = remainingPaths.shift(); path !== undefined; path = remainingPaths.shift())
      await server.request({ path })
  }
  await Promise.all(Array.from({ length: maxConcurrent }, sendSomeRequests))
  return paths
}

let pathCount = 0

/** Returns unique paths; `filler` makes them longer. */
export function freshPaths(count: number, filler = ''): string[] {
  return Array.from({ length: count }, () => `${auditedPath}/request-${++pathCount}${filler}-end`)
}

/** Returns the number of these requests that have an event. */
export function countOf(
  paths: readonly string[],
  events: readonly { readonly requestURI: string }[],
): number {
  const recordedUris = new Set(events.map(({ requestURI }) => requestURI))
  return paths.filter((path) => recordedUris.has(path)).length
}
