import { nowMs } from '#harness/time.ts'
import type { Connection, HttpRequest } from '../http/listener.ts'
import type { HttpJournalEntry } from '../http/index.ts'
import type { ApiServerRequest } from './request.ts'
import type { Author } from './objects/prepare.ts'
import type { Identities } from './requests/identities.ts'
import { type RequestTarget, targetOf } from './requests/target.ts'

const emptyTarget: RequestTarget = {
  verb: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
}
const noQuery = new URLSearchParams()

/** Returns the journal entry of a request, from its header and its connection. */
export function requestRecord(
  req: HttpRequest,
  connection: Connection,
  identities: Identities,
): ApiServerRequest {
  const { headers, method = '', url = '/' } = req
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  const query = queryStart < 0 ? noQuery : new URLSearchParams(url.slice(queryStart + 1))
  const {
    authorization,
    'user-agent': userAgent = '',
    accept = '',
    'content-type': contentType = '',
  } = headers
  const bearerToken = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
  const { client } = connection
  const user = userOf(connection, bearerToken, identities)
  const target = readTarget(method, path, query)
  return {
    atMs: nowMs(),
    what: `${target.verb === 'watch' ? 'WATCH' : method} ${url}`,
    kind: 'request',
    ...target,
    method,
    path,
    query,
    userAgent,
    ...(user && { user }),
    ...(bearerToken !== undefined && { bearerToken }),
    ...(client && { client }),
    contentType,
    accept,
    httpVersion: req.httpVersion,
    bodyBytes: 0,
  }
}

/** Returns the journal entry of a connection without a request. */
export function idleConnectionRecord({
  atMs,
  what,
  kind,
  client,
  error,
}: HttpJournalEntry): ApiServerRequest {
  return {
    atMs,
    what,
    kind,
    ...emptyTarget,
    method: '',
    path: '',
    query: noQuery,
    userAgent: '',
    ...(client && { client }),
    contentType: '',
    accept: '',
    httpVersion: '',
    bodyBytes: 0,
    ...(error !== undefined && { error }),
  }
}

function readTarget(method: string, path: string, query: URLSearchParams): RequestTarget {
  try {
    return targetOf(method, path, query)
  } catch {
    // A path that cannot be decoded belongs to no resource.
    return emptyTarget
  }
}

function userOf(
  { client }: Connection,
  token: string | undefined,
  identities: Identities,
): Author | undefined {
  if (client?.trusted === true && client.commonName !== undefined) {
    return { name: client.commonName, groups: [...client.organizations, 'system:authenticated'] }
  }
  return token === undefined ? undefined : identities.known(token)
}
