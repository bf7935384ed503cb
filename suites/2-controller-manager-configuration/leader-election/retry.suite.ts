import { monitorJitter, expect, rulesOf, says, test } from '#kit'
import {
  requestsOfLease,
  holdByOther,
  lockFaults,
  slackMs,
  startCandidate,
  type ElectionTimes,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf({ ...electionSource, waits: true })

/** Durations of two elections with different intervals between attempts. */
const slowTimes = { leaseMs: 6_000, renewMs: 5_000, retryMs: 2_500 }
const quickTimes = { leaseMs: 9_000, renewMs: 8_000, retryMs: 1_000 }
// Maximum factor by which a program may spread its attempts.
const maxPeriods = 2.5
const withinMs = 20_000

const gaps = (moments: readonly number[]) => moments.slice(1).map((at, index) => at - (moments[index] ?? at))

/** Returns the intervals between four reads of a lease that another instance holds. */
async function candidateWaits(times: ElectionTimes): Promise<readonly number[]> {
  const { api, manager } = await startCandidate({
    times,
    prepareApi: (one) => holdByOther(one, times.leaseMs),
  })
  monitorJitter(manager.processId)
  const leaseReads = () => requestsOfLease(api).filter(({ verb }) => verb === 'get')
  await expectWithin(() => leaseReads().length >= 3, { withinMs, what: 'the candidate asked three times' })
  return gaps(leaseReads().map(({ atMs }) => atMs))
}

/** Returns the intervals between renewals of a leader. */
async function renewalIntervals(times: ElectionTimes): Promise<readonly number[]> {
  const candidate = await startCandidate({ times })
  const { api, manager } = candidate
  monitorJitter(manager.processId)
  await untilLeading(candidate)
  // Excludes the first two writes, because some programs confirm a new lease immediately.
  const renewals = () => writesOfLease(api).slice(2)
  await expectWithin(() => renewals().length >= 3, { withinMs, what: 'the leader renewed three times' })
  return gaps(renewals().map(({ atMs }) => atMs))
}

/** Expects intervals of one period, neither much shorter nor as long as several periods. */
function expectWaits(waitsMs: readonly number[], { retryMs }: ElectionTimes): void {
  expect(Math.min(...waitsMs)).toBeGreaterThan(retryMs - slackMs)
  expect(Math.max(...waitsMs)).toBeLessThan(maxPeriods * retryMs + slackMs)
}

must(id('retry-period.waits'), 'retryPeriod', () => {
  says('Between two attempts to acquire or to renew, retryPeriod passes.')
  const ignoredFault = ignoringFault('/Generic/LeaderElection/retryPeriod')
  const rareAttemptsFault = 'lease-attempts-rare'

  test(
    {
      title: 'a candidate waits for retryPeriod between two attempts',
      id: 'a candidate asks no sooner again',
    },
    async () => {
      expectWaits(await candidateWaits(slowTimes), slowTimes)
    },
  ).sees('lease-time-stamp-believed', ignoredFault, ...lockFaults)

  test(
    {
      title: 'a candidate tries more often with a shorter period',
      id: 'a candidate asks more often with a shorter period',
    },
    async () => {
      expectWaits(await candidateWaits(quickTimes), quickTimes)
    },
  ).sees('lease-time-stamp-believed', rareAttemptsFault, ...lockFaults)

  test(
    {
      title: 'a leader waits for retryPeriod between two renewals, and renews before its lease expires',
      id: 'a leader renews no sooner again, and again before its lease is over',
    },
    async () => {
      const slowIntervals = await renewalIntervals(slowTimes)

      expect(Math.min(...slowIntervals)).toBeGreaterThan(slowTimes.retryMs - slackMs)
      expect(Math.max(...slowIntervals)).toBeLessThan(slowTimes.leaseMs)
    },
  ).sees('lease-not-renewed', ignoredFault, ...lockFaults.slice(0, 1))

  test('a leader renews more often with a shorter period', async () => {
    expectWaits(await renewalIntervals(quickTimes), quickTimes)
  }).sees('lease-not-renewed', rareAttemptsFault, ...lockFaults.slice(0, 1))
})
