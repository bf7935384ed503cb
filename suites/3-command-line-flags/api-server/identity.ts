import { currentCheck, expect, HarnessError } from '#kit'
import { isUnauthenticated, type UserInfo, whoAmI } from '#harness/programs/reviews.ts'
import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'

/** Credentials of a caller. */
export type PresentedCredentials = Pick<ApiRequest, 'token' | 'as' | 'headers'>

/**
 * Returns the user that the server authenticates. Returns a fixed text for rejected credentials. The server must reject
 * anonymous requests.
 */
export async function identity(server: ApiServer, shown: PresentedCredentials): Promise<UserInfo | 'nobody'> {
  currentCheck().needs('who-am-i')
  const callerIdentity = await whoAmI(server, { as: 'none', ...shown })
  const { status, user } = callerIdentity
  if (isUnauthenticated(callerIdentity)) return 'nobody'
  if (status !== 201 || user === undefined) {
    throw new HarnessError('untestable', `The review of the caller answered ${status} and names no user.`)
  }
  return user
}

/** Expects that the server identifies the caller as a matching user. */
export async function expectIdentity(
  server: ApiServer,
  shown: PresentedCredentials,
  user: Partial<UserInfo>,
): Promise<void> {
  expect(await identity(server, shown)).toMatchObject(user)
}

/** Expects that the server does not identify the caller. */
export async function expectUnauthenticated(server: ApiServer, shown: PresentedCredentials): Promise<void> {
  expect(await identity(server, shown)).toBe('nobody')
}

/** Returns the groups of a caller, sorted, without the groups of every user. */
export async function groupsOf(server: ApiServer, shown: PresentedCredentials): Promise<readonly string[]> {
  const user = await identity(server, shown)
  const groups = user === 'nobody' ? [] : (user.groups ?? [])
  return groups.filter((group) => group !== 'system:authenticated').toSorted()
}
