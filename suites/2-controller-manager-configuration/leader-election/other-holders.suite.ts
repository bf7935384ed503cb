import {
  becomesTrue,
  expect,
  becomesTrueSoon,
  monitorJitter,
  nowMs,
  rulesOf,
  says,
  test,
  untilMoment,
} from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import {
  holdByOther,
  holderOf,
  leaseOf,
  leases,
  lock,
  renewContinually,
  renewForOtherHolder,
  requestsOfLease,
  slackMs,
  startCandidate,
  electionTimes,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, workOf } from '../../shared/manager/work.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf({ ...electionSource, waits: true, limitMs: 90_000 })

const takesOverWithinMs = 12_000
const silentMs = 2_000

/** Gives the lease to another holder. */
function giveLease(api: ApiServer, holderIdentity: string): void {
  api.hand.patch(
    { resource: leases(), namespace: lock.namespace, name: lock.name },
    { spec: { holderIdentity } },
  )
  renewForOtherHolder(api)
}

must(id('renew-deadline.lost-to-another'), 'renewDeadline', () => {
  says('A leader whose lease another instance holds stops leading, at the latest after renewDeadline.')
  test({ title: 'stops its work when another instance holds the lease', id: 'stops' }, async () => {
    const candidate = await startCandidate()
    const { api, manager } = candidate
    monitorJitter(manager.processId)
    await untilLeading(candidate)
    giveLease(api, 'somebody-else')
    renewContinually(api)
    await untilMoment(
      nowMs() + electionTimes.renewMs + 2 * electionTimes.retryMs + 1_000,
      'renewDeadline has passed',
    )
    createWork(api, 'later')
    const hasWorked = () => workOf(api, 'deployments', 'later').length > 0
    expect(await becomesTrueSoon(hasWorked, silentMs), 'it works for the other leader').toBe(false)
    expect(holderOf(api), 'the holder of the lease').toBe('somebody-else')
  }).sees('lease-of-another-not-noticed')
})

must(id('leader-elect.removed'), 'leaderElect', () => {
  says('A leader whose lease is removed has a lease again, or leads no more.')
  test(
    { title: 'a leader whose lease was removed has a lease again if it continues to work', id: 'again' },
    async () => {
      const candidate = await startCandidate()
      const { api, manager } = candidate
      await untilLeading(candidate)
      api.hand.remove({ resource: leases(), namespace: lock.namespace, name: lock.name })
      const isDecided = () => leaseOf(api) !== undefined || manager.program.exit !== undefined
      await becomesTrue(isDecided, takesOverWithinMs)
      createWork(api, 'later')
      const hasWorked = await becomesTrue(() => workOf(api, 'deployments', 'later').length > 0, silentMs)

      expect({ works: hasWorked, isHeld: leaseOf(api) !== undefined }, 'work and lease').toBeOneOf([
        { works: true, isHeld: true },
        { works: false, isHeld: true },
        { works: false, isHeld: false },
      ])
    },
  ).sees('lease-removed-not-noticed')
})

must(id('lease-duration.third'), 'leaseDuration', () => {
  says('A candidate waits leaseDuration again when a third instance takes the lease.')
  test(
    {
      title: 'a candidate waits for the whole leaseDuration again when a third instance takes the lease',
      id: 'waits',
    },
    async () => {
      const { api, manager } = await startCandidate({
        prepareApi: (one) => holdByOther(one, electionTimes.leaseMs),
      })
      monitorJitter(manager.processId)
      await expectWithin(() => requestsOfLease(api).length > 0, {
        withinMs: takesOverWithinMs,
        what: 'the manager asked for the lease',
      })
      const [seen] = requestsOfLease(api)
      await untilMoment((seen?.atMs ?? 0) + electionTimes.leaseMs / 2, 'half of the lease was over')
      giveLease(api, 'a-third')
      const takenAtMs = performance.timeOrigin + performance.now()
      const isHeldByManager = () => !['somebody-else', 'a-third'].includes(String(holderOf(api)))
      await expectWithin(isHeldByManager, {
        withinMs: takesOverWithinMs,
        what: 'the manager took the lease over',
      })

      const [taken] = writesOfLease(api)
      expect((taken?.atMs ?? 0) - takenAtMs).toBeGreaterThan(electionTimes.leaseMs - slackMs)
    },
  ).sees('lease-taken-early')
})

const otherLocks = {
  'another name': { name: 'another-lock', namespace: lock.namespace },
  'another namespace': { name: lock.name, namespace: 'other-locks' },
} as const

must(id('resource.of-another'), ['resourceName', 'resourceNamespace'], () => {
  says('A lease of another name, or in another namespace, is not waited for.')
  test
    .for(otherLocks)(
      { title: 'leads at once although a lease of %s is held', id: '%s' },
      async ({ name, namespace }) => {
        const candidate = await startCandidate({
          prepareApi: (api) => holdByOther(api, electionTimes.leaseMs, name, namespace),
        })
        const { api } = candidate
        const otherLease = () =>
          (api.hand.get({ resource: leases(), namespace, name })?.['spec'] ?? {}) as Record<string, unknown>
        await untilLeading(candidate)
        const [seen] = requestsOfLease(api)
        const [taken] = writesOfLease(api)

        expect((taken?.atMs ?? Infinity) - (seen?.atMs ?? 0)).toBeLessThan(electionTimes.leaseMs - slackMs)
        expect(otherLease()['holderIdentity'], 'the holder of the other lease').toBe('somebody-else')
      },
    )
    .sees('lease-of-any-name-awaited')
})
