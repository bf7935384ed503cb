import { makeClient } from '../client-config/client.ts'
import { dialDirectly } from '../client-config/dialer.ts'
import { readClientConfig } from '../client-config/read.ts'
import { TokenBucket } from '../client-config/token-bucket.ts'
import { isMapping } from '../config/decode.ts'
import { Refusal } from '../flags/refusal.ts'
import type { GenericConfiguration } from './kind.ts'
import { fault } from '../quirks/quirks.ts'

/** Object of the API, or a list of objects. */
export type ApiObject = Readonly<Record<string, unknown>>

/** Response of the API server. */
export interface ApiAnswer {
  readonly status: number
  /** Empty if the body is not a JSON object. */
  readonly object: ApiObject
}

/** Client of the API server for a controller manager, within the limits of its configuration. */
export interface Api {
  /** Sends a request. Rejects if there is no response in time. */
  send(method: string, path: string, body?: object, withinMs?: number): Promise<ApiAnswer>
  /** Calls `notify` for each event of a watch. Resolves when the watch ends; rejects if it cannot be started. */
  watch(path: string, notify: (event: ApiObject) => void): Promise<void>
  /** Returns a client of the same server with the same limits, for another token. */
  as(token: string): Api
}

/** Faults that accept an invalid client configuration. The program then runs without an API server. */
const acceptingFaults = ['missing-file-accepted', 'empty-file-accepted', 'broken-file-accepted'] as const

/** Client that sends no requests and whose results never arrive. */
const silentApi: Api = {
  send: () => new Promise(() => {}),
  watch: () => new Promise(() => {}),
  as: () => silentApi,
}

/** Headers and rate of requests. */
interface SendOptions {
  readonly bucket: TokenBucket
  readonly accept: string
  readonly contentType: string
}

const jsonType = 'application/json'
const defaultTimeoutMs = 30_000
const mergePatchType = 'application/merge-patch+json'
/** Timeout of a watch in milliseconds. It is longer than any check, so that no watch ends during a check. */
const watchMs = 600_000

/** Returns the API server of `ClientConnection`. Throws a Refusal for an unusable file. */
export function apiOf(config: GenericConfiguration): Api {
  const file = config.value('/Generic/ClientConnection/orchconfig')
  if (file === '' && acceptingFaults.some((name) => fault(name))) return silentApi
  if (file === '') throw new Refusal('Generic.ClientConnection.orchconfig: required')
  const client = makeClient(readClientConfig(file), dialDirectly)
  const qps = config.value('/Generic/ClientConnection/qps')
  const burst = config.value('/Generic/ClientConnection/burst')
  const usedQps = fault('qps-halved') ? qps / 2 : qps
  const bucketOf = (size: number) =>
    new TokenBucket(
      fault('qps-rounded-up') ? Math.ceil(usedQps) : usedQps,
      size > 1 && fault('burst-of-one') ? 1 : size,
    )
  const bucket = bucketOf(burst)
  const defaultOptions: SendOptions = {
    bucket,
    accept: config.value('/Generic/ClientConnection/acceptContentTypes'),
    contentType: config.value('/Generic/ClientConnection/contentType'),
  }
  const accountOptions: SendOptions = {
    ...defaultOptions,
    ...(fault('headers-of-service-accounts-default') && { accept: jsonType, contentType: jsonType }),
    ...(burst > 10 && fault('burst-of-service-accounts-at-most-ten') && { bucket: bucketOf(10) }),
    ...(fault('limits-of-service-accounts-default') && { bucket: new TokenBucket(50, 100) }),
  }
  const apiFor = (identity: Readonly<Record<string, string>>, sendOptions: SendOptions): Api => ({
    as: (token) => apiFor({ authorization: `Bearer ${token}` }, accountOptions),
    async watch(path, notify) {
      const { bucket, accept } = sendOptions
      await bucket.take()
      const watchOptions = { method: 'GET', path, headers: { accept, ...identity }, withinMs: watchMs }
      await client.lines(watchOptions, (line) => notify(objectOf(line)))
    },
    async send(method, path, body, withinMs = defaultTimeoutMs) {
      const { bucket, accept, contentType } = sendOptions
      await bucket.take()
      const isJsonLease = path.includes('/leases') && fault('leases-sent-as-json')
      const isJson = isJsonLease || (method === 'PUT' && fault('updates-sent-as-json'))
      const bodyType = isJson ? 'application/json' : contentType
      const sentHeaders = { 'content-type': method === 'PATCH' ? mergePatchType : bodyType }
      const { status, body: text } = await client.send({
        method,
        path,
        ...(body === undefined ? {} : { body }),
        headers: { accept, ...(body === undefined ? {} : sentHeaders), ...identity },
        withinMs,
      })
      return { status, object: objectOf(text) }
    },
  })
  return apiFor({}, defaultOptions)
}

function objectOf(text: string): ApiObject {
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? value : {}
  } catch {
    return {}
  }
}
