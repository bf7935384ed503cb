import { becomesTrue, monitorJitter, expect, rulesOf, says, test } from '#kit'
import { type ApiServer, fail } from '#mocks/api-server/index.ts'
import {
  type Candidate,
  lock,
  slackMs,
  startCandidate,
  electionTimes,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { createWork, workOf } from '../../shared/manager/work.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf({ ...electionSource, waits: true })
// Durations with time for several attempts, some of which fail.
const longTimes = { leaseMs: 9_000, renewMs: 7_000, retryMs: 1_000 }
// Lease duration at which a program that confuses it with the deadline leads long after the deadline.
const longLeaseMs = 12_000
// Maximum time until a manager exits: the deadline, and the time for one more attempt.
const exitWithinMs = electionTimes.renewMs + 2 * electionTimes.retryMs + 2_000

/** Makes all later requests for the lease fail. */
function failLeaseRequests(api: ApiServer) {
  return api.on({ resource: 'leases', namespace: lock.namespace }, fail(500))
}

/** Reports whether a manager still does the work of a leader. */
async function candidateWorks({ api, manager }: Candidate, name: string): Promise<boolean> {
  if (manager.program.exit !== undefined) return false
  createWork(api, name)
  return becomesTrue(() => workOf(api, 'deployments', name).length > 0, 2_000)
}

must(id('renew-deadline.keeps-trying'), 'renewDeadline', () => {
  says('A leader whose renewals fail keeps trying until renewDeadline, and stays leader when one succeeds.')
  test(
    {
      title: 'keeps leading after failures that end before the deadline',
      id: 'goes on after failures that end before the deadline',
    },
    async () => {
      const candidate = await startCandidate({ times: longTimes })
      const { api, manager } = candidate
      await untilLeading(candidate)
      monitorJitter(manager.processId)
      const failures = failLeaseRequests(api)
      await expectWithin(() => failures.asked.length > 0, { withinMs: 5_000, what: 'a renewal failed' })
      await expectWithin(
        () => failures.asked.some(({ atMs }) => atMs > (failures.asked[0]?.atMs ?? 0) + 500),
        {
          withinMs: 5_000,
          what: 'another attempt failed',
        },
      )
      failures.end()
      const writesBefore = writesOfLease(api).length
      await expectWithin(() => writesOfLease(api).length > writesBefore, {
        withinMs: 5_000,
        what: 'the lease was renewed',
      })

      expect(await candidateWorks(candidate, 'later')).toBe(true)
    },
  ).sees('leadership-given-up-at-first-failure')
})

must(id('renew-deadline.stops-leading'), 'renewDeadline', () => {
  says('A leader that could not renew for renewDeadline stops leading.')
  test(
    {
      title: 'continues until the deadline, and does no work after the deadline',
      id: 'neither leads nor ends before it, and no longer works after it',
    },
    async () => {
      const candidate = await startCandidate({ times: { ...electionTimes, leaseMs: longLeaseMs } })
      const { api, manager } = candidate
      await untilLeading(candidate)
      monitorJitter(manager.processId)
      const lastRenewal = writesOfLease(api).at(-1)
      const failures = failLeaseRequests(api)
      await expectWithin(() => failures.asked.length > 0, { withinMs: 5_000, what: 'a renewal failed' })
      const { exit } = manager.program
      const hasEnded = await becomesTrue(() => manager.program.exit !== undefined, exitWithinMs)

      expect(exit).toBeUndefined()
      if (hasEnded)
        expect((manager.program.exit?.atMs ?? 0) - (lastRenewal?.atMs ?? 0)).toBeGreaterThan(
          electionTimes.renewMs - slackMs,
        )
      expect(await candidateWorks(candidate, 'too-late')).toBe(false)
    },
  ).sees('leadership-kept-past-deadline', 'leadership-kept-for-lease-duration')
})
