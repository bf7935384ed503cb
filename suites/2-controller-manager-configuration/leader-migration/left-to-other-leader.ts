import { expect, becomesTrueSoon } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { holderOf } from '../../shared/manager/election.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { untilWorked, untilWorkedAgain, workOf } from '../../shared/manager/work.ts'

const silentMs = 2_000

/**
 * Expects that the controller of deployments is left to another component, while the controller of replica sets
 * continues.
 * @param leaderName lock of the migration, which the manager still holds
 */
export async function expectLeftToOtherLeader(api: ApiServer, leaderName: string): Promise<void> {
  const hasWorked = () => workOf(api, 'deployments').length > 0
  await untilWorked(api, 'replicaSets')
  await expectWithin(() => holderOf(api, leaderName) !== undefined, {
    withinMs: 10_000,
    what: 'the lock of the migration was held',
  })

  expect(await becomesTrueSoon(hasWorked, silentMs)).toBe(false)
  await untilWorkedAgain(api, 'replicaSets')
  expect(hasWorked(), 'the listed controller works').toBe(false)
}
