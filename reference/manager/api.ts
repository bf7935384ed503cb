import { makeClient } from '../client-config/client.ts'
import { direct } from '../client-config/dialer.ts'
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
  /** Calls `tell` for each event of a watch. Resolves when the watch ends; rejects if it cannot be started. */
  watch(path: string, notify: (event: ApiObject) => void): Promise<void>
  /** Returns a client of the same server with the same limits, for another token. */
  as(token: string): Api
}

/** Faults that accept a file without a configuration; the program then runs without an API server. */
const unlimited = ['missing-file-accepted', 'empty-file-accepted', 'broken-file-accepted'] as const

/** Client that never responds. */
const noUser: Api = {
  send: () => new Promise(() => {}),
  watch: () => new Promise(() => {}),
  as: () => noUser,
}

/** Headers and rate of requests. */
interface SendOptions {
  readonly bucket: TokenBucket
  readonly accept: string
  readonly contentType: string
}

const json = 'application/json'
const defaultTimeoutMs = 30_000
const mergePatch = 'application/merge-patch+json'
/** Longer than the duration of any check. */
const watchMs = 600_000

/** Returns the API server of `ClientConnection`. Throws a Refusal for an unusable file. */
export function apiOf(config: GenericConfiguration): Api {
  const file = config.value('/Generic/ClientConnection/orchconfig')
  if (file === '' && unlimited.some((name) => fault(name))) return noUser
  if (file === '') throw new Refusal('Generic.ClientConnection.orchconfig: required')
  const client = makeClient(readClientConfig(file), direct)
  const qps = config.value('/Generic/ClientConnection/qps')
  const bucket = new TokenBucket(
    fault('qps-rounded-up') ? Math.ceil(qps) : qps,
    config.value('/Generic/ClientConnection/burst'),
  )
  const usual: SendOptions = {
    bucket,
    accept: config.value('/Generic/ClientConnection/acceptContentTypes'),
    contentType: config.value('/Generic/ClientConnection/contentType'),
  }
  const ofAccounts: SendOptions = {
    ...usual,
    ...(fault('headers-of-service-accounts-default') && { accept: json, contentType: json }),
    ...(fault('limits-of-service-accounts-default') && { bucket: new TokenBucket(50, 100) }),
  }
  const apiFor = (identity: Readonly<Record<string, string>>, sending: SendOptions): Api => ({
    as: (token) => apiFor({ authorization: `Bearer ${token}` }, ofAccounts),
    async watch(path, notify) {
      const { bucket, accept } = sending
      await bucket.take()
      const question = { method: 'GET', path, headers: { accept, ...identity }, withinMs: watchMs }
      await client.lines(question, (line) => notify(objectOf(line)))
    },
    async send(method, path, body, withinMs = defaultTimeoutMs) {
      const { bucket, accept, contentType } = sending
      await bucket.take()
      const isPlain = path.includes('/leases') && fault('leases-sent-as-json')
      const own = isPlain ? 'application/json' : contentType
      const sent = { 'content-type': method === 'PATCH' ? mergePatch : own }
      const { status, body: text } = await client.send({
        method,
        path,
        ...(body === undefined ? {} : { body }),
        headers: { accept, ...(body === undefined ? {} : sent), ...identity },
        withinMs,
      })
      return { status, object: objectOf(text) }
    },
  })
  return apiFor({}, usual)
}

function objectOf(text: string): ApiObject {
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? value : {}
  } catch {
    return {}
  }
}
