import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { doubtJitterMeanwhile } from '#harness/observe/doubt.ts'
import {
  askedOfLease,
  heldByAnother,
  slackMs,
  startCandidate,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { expectSoon } from '../../shared/manager/soon.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  capability: 'leader-leases',
  overlaps: true,
  waits: true,
})
const id = (name: string) => `manager.generic.leader-election.${name}`

/** How long passes between two attempts. */
export function retryRules(): void {
  must(id('retry-period.waits'), 'retryPeriod', () => {
    says('Between two attempts to acquire or to renew, retryPeriod passes.')
    const slow = { leaseMs: 6_000, renewMs: 5_000, retryMs: 2_500 }
    const gaps = (moments: readonly number[]) =>
      moments.slice(1).map((at, index) => at - (moments[index] ?? at))

    test('a candidate asks no sooner again', async () => {
      const { api, manager } = await startCandidate({
        times: slow,
        before: (one) => heldByAnother(one, slow.leaseMs),
      })
      doubtJitterMeanwhile(manager.processId)
      const reads = () => askedOfLease(api).filter(({ verb }) => verb === 'get')
      await expectSoon(() => reads().length >= 3, {
        withinMs: 20_000,
        what: 'the candidate asked three times',
      })

      const waited = gaps(reads().map(({ atMs }) => atMs))
      expect(Math.min(...waited)).toBeGreaterThan(slow.retryMs - slackMs)
    }).sees('field-ignored-generic-leader-election-retry-period')

    test('a leader renews no sooner again, and again before its lease is over', async () => {
      const candidate = await startCandidate({ times: slow })
      const { api, manager } = candidate
      doubtJitterMeanwhile(manager.processId)
      await untilLeading(candidate)
      // Some programs confirm a lease at once that they have just made.
      const renewals = () => writesOfLease(api).slice(2)
      await expectSoon(() => renewals().length >= 3, {
        withinMs: 20_000,
        what: 'the leader renewed three times',
      })

      const waited = gaps(renewals().map(({ atMs }) => atMs))
      expect(Math.min(...waited)).toBeGreaterThan(slow.retryMs - slackMs)
      expect(Math.max(...waited)).toBeLessThan(slow.leaseMs)
    }).sees('field-ignored-generic-leader-election-retry-period')
  })
}
