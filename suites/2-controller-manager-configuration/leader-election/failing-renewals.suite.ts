import { becomesTrue, expect, monitorJitter, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { type ApiAnswer, type ApiServer, fail, hangUp, silence } from '#mocks/api-server/index.ts'
import {
  type Candidate,
  electionTimes,
  lock,
  slackMs,
  startCandidate,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { createWork, workOf } from '../../shared/manager/work.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf({ ...electionSource, waits: true, limitMs: 90_000 })

// Durations of which two failures are each shorter than the deadline, but longer together.
const longTimes = { leaseMs: 8_000, renewMs: 6_000, retryMs: 1_000 }
const failureMs = 3_500
const worksWithinMs = 2_500
// Maximum time until a manager exits: the deadline, and the time for one more attempt.
const exitWithinMs = electionTimes.renewMs + 2 * electionTimes.retryMs + 2_000
// Requests of one attempt follow each other within this time.
const attemptMs = 300

/** Answers all later requests for leases with a failure. */
const failLeases = (api: ApiServer, failure: ApiAnswer) =>
  api.on({ resource: 'leases', namespace: lock.namespace }, failure)

/** Reports whether a manager still does the work of a leader. */
async function works({ api, manager }: Candidate, name: string): Promise<boolean> {
  if (manager.program.exit !== undefined) return false
  createWork(api, name)
  return becomesTrue(() => workOf(api, 'deployments', name).length > 0, worksWithinMs)
}

must(id('renew-deadline.each-failure'), 'renewDeadline', () => {
  says('A leader that could not renew for renewDeadline stops leading, however its renewals fail.')
  test
    .for({
      'are rejected with 403': fail(403),
      'are rejected with 409': fail(409),
      'get no response': silence,
      'lose their connection': hangUp,
    } as const)(
      { title: 'does no work after the deadline if its renewals %s', id: '%s' },
      async (failure: ApiAnswer) => {
        const candidate = await startCandidate()
        const { api, manager } = candidate
        await untilLeading(candidate)
        monitorJitter(manager.processId)
        const failures = failLeases(api, failure)
        await expectWithin(() => failures.asked.length > 0, { withinMs: 5_000, what: 'a renewal failed' })
        await becomesTrue(() => manager.program.exit !== undefined, exitWithinMs)

        expect(await works(candidate, 'too-late')).toBe(false)
      },
    )
    .sees((failure) =>
      failure === silence || failure === hangUp
        ? 'lost-renewals-not-noticed'
        : 'rejected-renewals-not-noticed',
    )
})

must(id('renew-deadline.again'), 'renewDeadline', () => {
  says('Each renewal begins renewDeadline again.')
  test(
    { title: 'leads through two failures that are longer than the deadline only together', id: 'twice' },
    async () => {
      const candidate = await startCandidate({ times: longTimes })
      const { api, manager } = candidate
      await untilLeading(candidate)
      monitorJitter(manager.processId)
      for (const ordinal of ['first', 'second']) {
        const failures = failLeases(api, fail(500))
        await untilMoment(nowMs() + failureMs, 'renewals failed for a while')
        failures.end()
        expect(failures.asked.length, `attempts during the ${ordinal} failure`).toBeGreaterThan(1)
        const writesBefore = writesOfLease(api).length
        await expectWithin(() => writesOfLease(api).length > writesBefore, {
          withinMs: 5_000,
          what: `the lease was renewed after the ${ordinal} failure`,
        })
      }

      expect(await works(candidate, 'later')).toBe(true)
    },
  ).sees('renew-deadline-not-restarted')
})

must(id('retry-period.of-failures'), 'retryPeriod', () => {
  says('retryPeriod also passes between attempts to renew that fail.')
  test({ title: 'a leader waits for retryPeriod after a failed renewal', id: 'leader' }, async () => {
    const candidate = await startCandidate({ times: longTimes })
    const { api, manager } = candidate
    await untilLeading(candidate)
    monitorJitter(manager.processId)
    const failures = failLeases(api, fail(500))
    await untilMoment(nowMs() + longTimes.renewMs - longTimes.retryMs, 'several attempts failed')
    const attempts = failures.asked
      .map(({ atMs }) => atMs)
      .filter((atMs, index, all) => index === 0 || atMs - (all[index - 1] ?? atMs) > attemptMs)
    const waits = attempts.slice(1).map((atMs, index) => atMs - (attempts[index] ?? atMs))

    expect(waits.length, 'waits').toBeGreaterThan(1)
    expect(failures.asked.length, 'requests').toBeLessThanOrEqual(4 * (attempts.length + 1))
    expect(Math.min(...waits)).toBeGreaterThan(longTimes.retryMs - slackMs)
  }).sees('lease-retried-at-once')
})
