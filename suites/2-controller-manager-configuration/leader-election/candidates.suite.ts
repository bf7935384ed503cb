import { monitorJitter, expect, becomesTrueSoon, rulesOf, says, test, untilMoment } from '#kit'
import {
  requestsOfLease,
  firstWork,
  holdByOther,
  holderOf,
  leaseOf,
  lock,
  renewContinually,
  renewForOtherHolder,
  slackMs,
  startCandidate,
  electionTimes,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf(electionSource)
const takesOverWithinMs = 12_000

must(id('leader-elect.first'), 'leaderElect', () => {
  says('With leaderElect, leadership is acquired before the main loop runs.')
  test(
    { title: 'acquires a free lease before it works', id: 'takes a free lease before it works' },
    async () => {
      const candidate = await startCandidate()
      await untilLeading(candidate)

      const [write] = writesOfLease(candidate.api)
      const { api } = candidate
      const firstDeploymentRequest = api.journal.find(({ resource }) => resource === 'deployments')
      expect(write?.atMs ?? Infinity).toBeLessThan(firstDeploymentRequest?.atMs ?? 0)
    },
  ).sees('leadership-not-awaited')

  test(
    {
      title: 'does no work while another instance holds the lease',
      id: 'does no work while somebody else holds the lease',
    },
    async () => {
      const { api } = await startCandidate({
        prepareApi: (one) => {
          holdByOther(one, electionTimes.leaseMs)
          renewContinually(one)
        },
      })

      expect(await becomesTrueSoon(() => firstWork(api) !== undefined, electionTimes.leaseMs)).toBe(false)
      expect(holderOf(api)).toBe('somebody-else')
    },
  ).sees('leadership-not-awaited')
})

must(id('resource.named'), ['resourceLock', 'resourceName', 'resourceNamespace'], () => {
  says('The lock is of the type resourceLock, and has the name and the namespace of the configuration.')
  test(
    {
      title: 'holds the lease of the configured name and namespace',
      id: 'holds the lease of that name in that namespace',
    },
    async () => {
      const candidate = await startCandidate()
      await untilLeading(candidate)

      expect(leaseOf(candidate.api)?.metadata).toMatchObject(lock)
    },
  ).sees('field-ignored-generic-leader-election-resource-name')
})

must(id('lease-duration.waits'), { row: 'leaseDuration', waits: true }, () => {
  says(
    'Who does not lead waits leaseDuration after it saw a renewal, and then takes over what was not renewed.',
  )

  test(
    {
      title: 'takes over no sooner than leaseDuration after it first saw the lease',
      id: 'takes over no sooner than that after it first saw the lease',
    },
    async () => {
      const { api, manager } = await startCandidate({
        prepareApi: (one) => holdByOther(one, electionTimes.leaseMs),
      })
      monitorJitter(manager.processId)
      await expectWithin(() => holderOf(api) !== 'somebody-else', {
        withinMs: takesOverWithinMs,
        what: 'the manager took the lease over',
      })

      const [request] = requestsOfLease(api)
      const [taken] = writesOfLease(api)
      expect((taken?.atMs ?? 0) - (request?.atMs ?? 0)).toBeGreaterThan(electionTimes.leaseMs - slackMs)
    },
  ).sees('lease-taken-early')

  test(
    {
      title: 'waits for the whole leaseDuration again after a renewal',
      id: 'waits anew after a renewal that it saw',
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
      const [request] = requestsOfLease(api)
      await untilMoment((request?.atMs ?? 0) + electionTimes.leaseMs / 2, 'half of the lease was over')
      renewForOtherHolder(api)
      const renewedAtMs = performance.timeOrigin + performance.now()
      await expectWithin(() => holderOf(api) !== 'somebody-else', {
        withinMs: takesOverWithinMs,
        what: 'the manager took the lease over',
      })

      const [taken] = writesOfLease(api)
      expect((taken?.atMs ?? 0) - renewedAtMs).toBeGreaterThan(electionTimes.leaseMs - slackMs)
    },
  ).sees('lease-taken-early')

  test(
    {
      title: 'a second manager takes over the lease of a killed manager',
      id: 'a second manager takes over what a killed one no longer renews',
    },
    async () => {
      const firstCandidate = await startCandidate()
      await untilLeading(firstCandidate)
      const holder = holderOf(firstCandidate.api)
      await startCandidate({ api: firstCandidate.api })
      firstCandidate.manager.program.signal('SIGKILL')
      await expectWithin(() => holderOf(firstCandidate.api) !== holder, {
        withinMs: takesOverWithinMs,
        what: 'the second manager took the lease over',
      })

      expect(String(holderOf(firstCandidate.api))).not.toBe('')
    },
  ).sees('lease-never-taken-over')
})
