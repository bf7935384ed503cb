import { type Shared, shared } from '#harness/check/shared.ts'
import { type Flags, file } from '#harness/launch/flags.ts'
import { makeWorkspace, removeWorkspace } from '#harness/launch/workspace.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { type AuditReceiver, startAuditReceivers } from '#mocks/audit-receiver/index.ts'
import { type ServerSpec, sharedServer } from '../api-server.ts'
import { AuditLogReader } from './log-reader.ts'
import { type AuditPolicy, auditPolicy } from './policy.ts'

/** A log and a receiver that a server records to. */
export interface Sinks {
  readonly log: AuditLogReader
  readonly receiver: AuditReceiver
  /** Starts a server that records to both, or to what other flags say. */
  spec(flags: Flags, policy?: AuditPolicy): ServerSpec
}

/** A server with the log and the receiver that it records to. */
export interface Audited extends Sinks {
  readonly server: ApiServer
}

/** Where requests are sent that a policy is to record; nothing is there. */
export const probed = '/audited'
/** The path of the first request to a server, which is sent before its checks see it. */
export const firstPath = `${probed}/first`

/** One event of each request below `/audited`, and nothing of what a server asks itself. */
export const probesOnly = auditPolicy([{ level: 'Metadata', nonResourceURLs: [`${probed}/*`] }], {
  omitStages: ['RequestReceived', 'ResponseStarted'],
})

const firstWithinMs = 3_000

/** A log and a receiver of its own, for as long as a suite file runs. */
export function auditSinks(): Shared<Sinks> {
  const host = shared(
    () => startAuditReceivers(),
    (running) => running.stop(),
  )
  const directory = shared(() => makeWorkspace('audit'), removeWorkspace)
  return shared(async () => {
    const peer = await host()
    const receiver = peer.receiver('events')
    const log = new AuditLogReader(await directory())
    const to = {
      '--audit-log-path': { path: log.path },
      '--audit-webhook-config-file': file(
        'receiver.yaml',
        JSON.stringify(receiver.clientConfig({ token: receiverToken })),
        {
          verbatim: true,
        },
      ),
      // What is refused at the end is not tried for longer than checks take.
      '--audit-webhook-initial-backoff': '50ms',
    } as const
    const spec = (flags: Flags, policy: AuditPolicy = probesOnly): ServerSpec => ({
      peers: [peer],
      flags: { ...to, '--audit-policy-file': file('policy.yaml', policy), ...flags },
    })
    return { log, receiver, spec }
  })
}

/** The credential in the file that leads to the receiver. */
export const receiverToken = 'a-token-for-the-receiver'

/** One server for all checks of a file, which has answered its first request. */
export function auditedServer(
  flags: Flags,
  policy?: AuditPolicy,
  more: Partial<ServerSpec> = {},
): () => Promise<Audited> {
  const sinks = auditSinks()
  const server = sharedServer(async () => {
    const made = (await sinks()).spec(flags, policy)
    return { ...made, ...more, flags: { ...made.flags, ...more.flags } }
  })
  const warm = shared(async () => {
    const running = await server()
    await running.request({ path: firstPath })
    const made = await sinks()
    // What comes later must not share a batch with it.
    const sends = made.spec(flags).flags?.['--audit-webhook-config-file'] !== undefined
    if (sends) await comesTrue(() => countOf([firstPath], made.receiver.events) > 0, firstWithinMs)
  })
  return async () => {
    const running = await server()
    await warm()
    return { ...(await sinks()), server: running }
  }
}

/** Sends requests, some at a time, and gives their paths. */
export async function ask(
  server: ApiServer,
  paths: readonly string[],
  atOnce = 8,
): Promise<readonly string[]> {
  const left = [...paths]
  const askSome = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await server.request({ path })
  }
  await Promise.all(Array.from({ length: atOnce }, askSome))
  return paths
}

let made = 0

/** Paths that no other request has; `filler` makes them longer. */
export function freshPaths(count: number, filler = ''): string[] {
  return Array.from({ length: count }, () => `${probed}/request-${++made}${filler}-end`)
}

/** How many of these requests some events are about. */
export function countOf(
  paths: readonly string[],
  events: readonly { readonly requestURI: string }[],
): number {
  const recorded = new Set(events.map(({ requestURI }) => requestURI))
  return paths.filter((path) => recorded.has(path)).length
}
