import { type Client, makeClient } from '../../client-config/client.ts'
import { dialDirectly } from '../../client-config/dialer.ts'
import { readClientConfig } from '../../client-config/read.ts'
import { TokenBucket } from '../../client-config/token-bucket.ts'
import { isMapping } from '../../config/decode.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'

/** Response of the API server. */
export interface ApiReply {
  readonly status: number
  readonly object: Readonly<Record<string, unknown>>
}

/** API server client of the node agent. */
export interface Api {
  /** Sends a request. Rejects if there is no response in time. */
  readonly send: (method: string, path: string, body?: object) => Promise<ApiReply>
  /** Sends a request without the rate limit: for heartbeats, events, and requests on which other work depends. */
  readonly sendWithoutLimit: (method: string, path: string, body?: object) => Promise<ApiReply>
  /** Calls `notify` for each event of a watch until the watch ends. */
  watch(path: string, notify: (event: Readonly<Record<string, unknown>>) => void): Promise<void>
  /** Reads the client configuration and its files again, for all later requests. */
  reload(): void
}

const withinMs = 10_000
const watchMs = 600_000

/** Returns the API server of a client configuration file. Throws a Refusal when the file cannot be used. */
export function apiOf(file: string, config: AgentConfiguration): Api {
  let client = makeClient(readClientConfig(file), dialDirectly)
  const bucket = bucketOf(config)
  const sendWithoutLimit: Api['send'] = (method, path, body) => send(client, { method, path, body }, config)
  return {
    sendWithoutLimit,
    send: async (method, path, body) => {
      await bucket.take()
      return sendWithoutLimit(method, path, body)
    },
    watch: (path, notify) =>
      client.lines({ method: 'GET', path, withinMs: watchMs }, (line) => {
        const event = objectOf(line)
        if (Object.keys(event).length > 0) notify(event)
      }),
    reload: () => {
      client = makeClient(readClientConfig(file), dialDirectly)
    },
  }
}

/** Request rate that applies if a flag is 0. */
const defaultRate = { qps: 50, burst: 100 }

function bucketOf(config: AgentConfiguration): TokenBucket {
  const [qps, burst] = [config.number('orch-api-qps'), config.number('orch-api-burst')]
  if (qps === 0) {
    if (fault('api-rate-zero-is-slow')) return new TokenBucket(1, 1)
    if (fault('api-rate-zero-is-unlimited')) return new TokenBucket(0, 0)
    const perSecond = fault('api-rate-zero-is-five') ? 5 : defaultRate.qps
    return new TokenBucket(perSecond, burst === 0 ? defaultRate.burst : burst)
  }
  if (qps < defaultRate.qps && fault('api-rate-ignored')) return new TokenBucket(0, 0)
  return new TokenBucket(qps, burst === 0 ? burstOfZero() : burst)
}

function burstOfZero(): number {
  if (fault('api-burst-zero-is-unlimited')) return Infinity
  return fault('api-burst-zero-is-ten') ? 10 : defaultRate.burst
}

async function send(
  client: Client,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: object | undefined },
  config: AgentConfiguration,
): Promise<ApiReply> {
  const contentType = config.string('orch-api-content-type')
  const isNodeCreation = method === 'POST' && path.endsWith('/nodes')
  const isIgnored = isNodeCreation
    ? fault('api-content-type-ignored')
    : fault('api-content-type-of-nodes-alone')
  const effectiveType = isIgnored ? 'application/yaml' : contentType
  // Type of the body: this program writes only patches and objects in JSON.
  const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : effectiveType
  const headers = body === undefined ? {} : { 'content-type': type }
  const reply = await client.send({ method, path, headers, withinMs, ...(body && { body }) })
  return { status: reply.status, object: objectOf(reply.body) }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? value : {}
  } catch {
    return {}
  }
}
