import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/** Response to one request. */
export interface ScenarioResponse {
  readonly status: number
  readonly body: unknown
}

/** Address and token for requests. */
export interface Endpoint {
  readonly url: string
  readonly token?: string
}

/** Sends one request: `PATCH /api/v1/…`, with a body and its media type if there is one. */
export type SendRequest = (
  what: string,
  body?: unknown,
  contentType?: string,
  accept?: string,
) => Promise<ScenarioResponse>

/**
 * Returns a function that sends requests to a server; for a watch it returns the events within its `timeoutSeconds`.
 */
export function clientOf({ url, token }: Endpoint): SendRequest {
  return (methodAndPath, body, contentType = 'application/json', accept = 'application/json') =>
    new Promise((resolve, reject) => {
      const [method = 'GET', path = '/'] = methodAndPath.split(' ')
      const send = url.startsWith('https:') ? secureRequest : plainRequest
      const requestBody =
        body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const headers = {
        accept,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(requestBody !== undefined && {
          'content-type': contentType,
          'content-length': Buffer.byteLength(requestBody),
        }),
      }
      const request = send(
        `${url}${path}`,
        { method, headers, agent: false, rejectUnauthorized: false },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          answer.once('error', reject)
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: parseBody(text) }))
        },
      )
      request.on('error', reject)
      // A request that was answered before it was completely sent may fail again when its connection is cut.
      request.once('socket', (socket) => socket.on('error', () => {}))
      request.end(requestBody)
    })
}

/** Parses JSON, the lines of a watch, or plain text. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    const lines = text.split('\n').filter((line) => line !== '')
    return lines.every((line) => line.startsWith('{'))
      ? lines.map((line) => JSON.parse(line) as unknown)
      : text
  }
}

const volatileFields = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'managedFields',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastPhaseTransitionTime',
  'continue',
  'expirationTimestamp',
  'token',
  'clusterIP',
  'clusterIPs',
])

/**
 * Returns a response without random and time-dependent values, and without empty fields, which equal absent fields.
 */
export function comparableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparableValue)
  if (typeof value === 'string') {
    return value
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
      .replace(/StorageError: .*AdditionalErrorMsg: /, '')
      .replaceAll(/(resource version: )\d+( \(\d+\)|, current: \d+)/g, '$1<version>')
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'managedFields')
    .map(
      ([name, inside]) =>
        [name, volatileFields.has(name) && inside !== null ? `<${name}>` : comparableValue(inside)] as const,
    )
    .filter(([, inside]) => !isEmptyValue(inside))
  return Object.fromEntries(entries)
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** Returns a field of a response's body, for the next request. */
export function fieldOf(response: ScenarioResponse, ...path: string[]): string {
  let fieldValue: unknown = response.body
  for (const name of path)
    fieldValue =
      typeof fieldValue === 'object' && fieldValue !== null
        ? (fieldValue as Record<string, unknown>)[name]
        : undefined
  return String(fieldValue)
}
