import type { ApiServer, Call } from './api-server.ts'
import { runningCheck } from '../check/context.ts'
import { HarnessError } from '../errors.ts'

/** Who the server takes a caller for. */
export interface UserInfo {
  readonly username: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** What an API server says of who asked. */
export interface WhoAmI {
  readonly status: number
  readonly user?: UserInfo
}

/** Asks the server who the caller is (SelfSubjectReview). */
export async function whoAmI(
  server: ApiServer,
  caller: Pick<Call, 'token' | 'as' | 'headers'>,
): Promise<WhoAmI> {
  runningCheck()?.needs('who-am-i')
  const apiVersion = `authentication.${server.dialect.groupDomain}/v1`
  const answer = await server.request({
    method: 'POST',
    path: `/apis/authentication.orch.io/v1/selfsubjectreviews`,
    body: { apiVersion, kind: 'SelfSubjectReview' },
    ...caller,
  })
  if (answer.status !== 201) return { status: answer.status }
  const { status } = parsed<{ status?: { userInfo?: UserInfo } }>(answer.body)
  return { status: answer.status, ...(status?.userInfo && { user: status.userInfo }) }
}

/**
 * Whether credentials came to nothing: the server takes the caller for nobody, or for nobody in particular. With which
 * status it says so is open.
 */
export function isTurnedAway({ status, user }: WhoAmI): boolean {
  return (status >= 400 && status < 500) || user?.username === 'system:anonymous'
}

/** What the server says of somebody's token. */
export interface TokenVerdict {
  readonly authenticated: boolean
  readonly user?: UserInfo
  readonly audiences?: readonly string[]
  /** Why it was refused, in the server's words. */
  readonly error?: string
}

/** Asks the server, as the administrator, to judge a token (TokenReview). */
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
  const { status } = parsed<{ status?: Partial<TokenVerdict> }>(answer.body)
  return { authenticated: false, ...status }
}

function parsed<T>(body: string): T {
  try {
    return JSON.parse(body) as T
  } catch (thrown) {
    throw new HarnessError('untestable', `The review is not JSON: ${body.slice(0, 300)}`, { cause: thrown })
  }
}
