import { expect, expectInTime, JitterCanary, monitorJitter, rulesOf, says, test } from '#kit'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'
import {
  holdByOther,
  holderOf,
  requestsOfLease,
  slackMs,
  startCandidate,
  untilLeading,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf({ ...electionSource, waits: true })

/** Durations with so short a period that attempts hardly delay the moment at which a lease is taken over. */
const times = { leaseMs: 4_000, renewMs: 3_000, retryMs: 500 }
// Maximum number of periods that a program may wait between two attempts, and maximum time for the attempt itself.
const maxPeriods = 2.5
const attemptMs = 750
const takesOverWithinMs = 20_000

/** Expects that a lease is taken over at the end of its duration. */
function expectTakenOver(
  manager: ControllerManager,
  canary: JitterCanary,
  seenAtMs: number,
  takenAtMs: number,
): void {
  monitorJitter(manager.processId)
  expectInTime(
    { earliestMs: takenAtMs, latestMs: takenAtMs },
    {
      what: 'the lease is taken over',
      originMs: seenAtMs,
      notBeforeMs: seenAtMs + times.leaseMs - slackMs,
      notAfterMs: seenAtMs + times.leaseMs + maxPeriods * times.retryMs + attemptMs,
      jitterMs: canary.worst(seenAtMs, takenAtMs),
      marginMs: times.leaseMs / 2,
    },
  )
}

/** Returns the holder that a write of a lease names. */
const writtenHolder = ({ body }: ApiServerRequest): unknown =>
  (body as { readonly spec?: { readonly holderIdentity?: unknown } } | undefined)?.spec?.holderIdentity

must(id('lease-duration.over'), 'leaseDuration', () => {
  says('A lease that was not renewed is taken over once leaseDuration is over.')
  test(
    { title: 'takes over a lease that is never renewed soon after leaseDuration', id: 'soon' },
    async () => {
      const { api, manager } = await startCandidate({
        times,
        prepareApi: (one) => holdByOther(one, times.leaseMs),
      })
      using canary = new JitterCanary(manager.processId)
      await expectWithin(() => holderOf(api) !== 'somebody-else', {
        withinMs: takesOverWithinMs,
        what: 'the manager took the lease over',
      })

      expectTakenOver(
        manager,
        canary,
        requestsOfLease(api)[0]?.atMs ?? 0,
        writesOfLease(api)[0]?.atMs ?? Infinity,
      )
    },
  ).sees('lease-taken-late')

  test(
    {
      title: 'takes over the lease of a killed manager leaseDuration after its last renewal',
      id: 'of-killed',
    },
    async () => {
      const first = await startCandidate({ times })
      await untilLeading(first)
      const { api } = first
      const holder = holderOf(api)
      const second = await startCandidate({ times, api })
      using canary = new JitterCanary(second.manager.processId)
      first.manager.program.signal('SIGKILL')
      await expectWithin(() => holderOf(api) !== holder, {
        withinMs: takesOverWithinMs,
        what: 'the second manager took the lease over',
      })

      const writes = writesOfLease(api)
      const lastRenewal = writes.findLast((write) => writtenHolder(write) === holder)
      const taken = writes.find((write) => writtenHolder(write) === holderOf(api))
      expect([lastRenewal, taken], 'the last renewal and the first of the second manager').not.toContain(
        undefined,
      )
      expectTakenOver(second.manager, canary, lastRenewal?.atMs ?? 0, taken?.atMs ?? 0)
    },
  ).sees('lease-taken-late')
})
