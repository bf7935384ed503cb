import type { ApiServer, ApiRequest } from './api-server.ts'
import type { HttpAnswer } from '../client/https.ts'
import { runningCheck } from '../check/context.ts'
import { HarnessError } from '../errors.ts'

/** Identity of a caller, as the server determines it. */
export interface UserInfo {
  readonly username: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Response of an API server about the identity of the caller. */
export interface CallerIdentity {
  readonly status: number
  readonly user?: UserInfo
}

/**
 * Queries the identity of the caller (SelfSubjectReview).
 * @param send sends the request; default: over HTTP/1.1
 */
export async function whoAmI(
  server: ApiServer,
  caller: Pick<ApiRequest, 'token' | 'as' | 'headers'>,
  send: (request: ApiRequest) => Promise<Pick<HttpAnswer, 'status' | 'body'>> = (request) =>
    server.request(request),
): Promise<CallerIdentity> {
  runningCheck()?.needs('who-am-i')
  const apiVersion = `authentication.${server.dialect.groupDomain}/v1`
  const answer = await send({
    method: 'POST',
    path: `/apis/authentication.orch.io/v1/selfsubjectreviews`,
    body: { apiVersion, kind: 'SelfSubjectReview' },
    ...caller,
  })
  if (answer.status !== 201) return { status: answer.status }
  const { status } = parseBody<{ status?: { userInfo?: UserInfo } }>(answer.body)
  return { status: answer.status, ...(status?.userInfo && { user: status.userInfo }) }
}

/**
 * Reports whether credentials were rejected: the server refuses the caller or treats it as anonymous. The documents
 * leave the status open.
 */
export function isUnauthenticated({ status, user }: CallerIdentity): boolean {
  return (status >= 400 && status < 500) || user?.username === 'system:anonymous'
}

/** Verdict of the server about a token. */
export interface TokenVerdict {
  readonly authenticated: boolean
  readonly user?: UserInfo
  readonly audiences?: readonly string[]
  /** Reason of the rejection, in the server's words. */
  readonly error?: string
}

/** Sends a token to the server for review, as the administrator (TokenReview). */
export async function reviewToken(
  server: ApiServer,
  token: string,
  audiences?: readonly string[],
): Promise<TokenVerdict> {
  runningCheck()?.needs('token-review')
  const apiVersion = `authentication.${server.dialect.groupDomain}/v1`
  const answer = await server.request({
    method: 'POST',
    path: '/apis/authentication.orch.io/v1/tokenreviews',
    body: { apiVersion, kind: 'TokenReview', spec: { token, ...(audiences && { audiences }) } },
  })
  if (answer.status !== 201) {
    throw new HarnessError(
      'untestable',
      `A TokenReview as the administrator answered ${answer.status}: ${answer.body.slice(0, 300)}`,
    )
  }
  const { status } = parseBody<{ status?: Partial<TokenVerdict> }>(answer.body)
  return { authenticated: false, ...status }
}

function parseBody<T>(body: string): T {
  try {
    return JSON.parse(body) as T
  } catch (thrown) {
    throw new HarnessError('untestable', `The review is not JSON: ${body.slice(0, 300)}`, { cause: thrown })
  }
}
