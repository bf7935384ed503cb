import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { hasCode, HarnessError, messageOf } from '../errors.ts'
import { withPatience } from '../time.ts'
import { noResponseCode, timeoutError } from './response.ts'
import { type ClientIdentity, secureContextOf } from './secure-context.ts'

/** One request over HTTPS. */
export interface HttpRequest {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | object
  /** Agent with the TLS identity; omitted over plain HTTP. */
  readonly agent?: Agent | undefined
  /** Time limit in milliseconds; default 10 s, enough for every response that no flag delays. */
  readonly withinMs?: number
}

/** A complete response. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

const defaultWithinMs = 10_000
// Maximum size of a response, so that an endless response does not exhaust the memory of all parallel checks.
const maxBodyLength = 64 * 1024 * 1024

/** Returns an agent that keeps connections alive for one identity. */
export function agentFor(identity: ClientIdentity): Agent {
  return new Agent({ secureContext: secureContextOf(identity), keepAlive: true, maxCachedSessions: 0 })
}

/** Sends one request over HTTP/1.1. Rejects as `untestable` if no complete response arrives in time. */
export function request(options: HttpRequest): Promise<HttpAnswer> {
  const { method = 'GET', url } = options
  const withinMs = withPatience(options.withinMs ?? defaultWithinMs)
  const body = typeof options.body === 'object' ? JSON.stringify(options.body) : options.body
  return new Promise((resolve, reject) => {
    const rejectWith = (thrown: unknown): void => {
      const isLate = hasCode(thrown, noResponseCode)
      const failureText = `${method} ${url}: ${messageOf(thrown)}`
      const timeoutOptions = { detail: 'no-answer', limitMs: withinMs } as const
      reject(new HarnessError('untestable', failureText, { cause: thrown, ...(isLate && timeoutOptions) }))
    }
    const clientRequest = (url.startsWith('http:') ? httpRequest : httpsRequest)(
      url,
      {
        method,
        agent: options.agent,
        headers: {
          accept: 'application/json',
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
          ...(options.headers as NodeJS.Dict<string | string[]>),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        let length = 0
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > maxBodyLength)
            clientRequest.destroy(new Error(`the answer is longer than ${maxBodyLength} bytes`))
          else chunks.push(chunk)
        })
        answer.once('error', rejectWith)
        answer.once('end', () => {
          clearTimeout(limit)
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          })
        })
      },
    )
    const limit = setTimeout(() => clientRequest.destroy(timeoutError(withinMs)), withinMs)
    clientRequest.once('error', (thrown) => {
      clearTimeout(limit)
      rejectWith(thrown)
    })
    clientRequest.end(body)
  })
}
