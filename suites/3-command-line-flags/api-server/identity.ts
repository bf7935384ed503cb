import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { isTurnedAway, type UserInfo, whoAmI } from '#harness/programs/reviews.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer, Call } from '#harness/programs/api-server.ts'

/** How a caller shows who they are. */
export type Shown = Pick<Call, 'token' | 'as' | 'headers'>

/** Whom the server takes a caller for, or `nobody` when it refuses what was shown; needs a server without anonymous users. */
export async function identity(server: ApiServer, shown: Shown): Promise<UserInfo | 'nobody'> {
  currentCheck().needs('who-am-i')
  const seen = await whoAmI(server, { as: 'none', ...shown })
  const { status, user } = seen
  if (isTurnedAway(seen)) return 'nobody'
  if (status !== 201 || user === undefined) {
    throw new HarnessError('untestable', `The review of the caller answered ${status} and names no user.`)
  }
  return user
}

/** The server takes the caller for a user that matches. */
export async function expectIdentity(
  server: ApiServer,
  shown: Shown,
  user: Partial<UserInfo>,
): Promise<void> {
  expect(await identity(server, shown)).toMatchObject(user)
}

/** The server takes the caller for nobody. */
export async function expectNobody(server: ApiServer, shown: Shown): Promise<void> {
  expect(await identity(server, shown)).toBe('nobody')
}

/** The groups that a caller has beside those that every user has, sorted. */
export async function groupsOf(server: ApiServer, shown: Shown): Promise<readonly string[]> {
  const user = await identity(server, shown)
  const groups = user === 'nobody' ? [] : (user.groups ?? [])
  return groups.filter((group) => group !== 'system:authenticated').toSorted()
}
