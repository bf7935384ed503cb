import { becomesTrue, monitorJitter, expect, becomesTrueSoon, rulesOf, says, test, until } from '#kit'
import { needsFlags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  apiService,
  coordinationFlags,
  configuredServer,
  configuredElections,
  leaseSeconds,
  defaultElections,
  type ServerFixture,
} from './fixtures.ts'

const { must, excluded } = rulesOf({ capability: 'leader-leases', overlaps: true })

const defaultSeconds = 15
const heldWithinMs = 15_000
const absentForMs = 3_000
const renewals = 4

interface Lease {
  readonly metadata: { readonly namespace: string; readonly name: string }
  readonly spec: { readonly leaseDurationSeconds?: number; readonly renewTime?: string }
}

async function leasesOf(server: ApiServer): Promise<readonly Lease[]> {
  const { status, body } = await server.request({ path: '/apis/coordination.orch.io/v1/leases' })
  return status === 200 ? (JSON.parse(body) as { items: readonly Lease[] }).items : []
}

/** Returns a function that reports whether a lease with the given duration exists. */
function hasLeaseOf(server: ApiServer, seconds: number): () => Promise<boolean> {
  return async () => (await leasesOf(server)).some(({ spec }) => spec.leaseDurationSeconds === seconds)
}

/** Returns the times between renewals of the most frequently renewed lease, by its own timestamps. */
async function renewalGaps(
  server: ApiServer,
): Promise<{ readonly meanMs: number; readonly shortestMs: number }> {
  monitorJitter(server.processId)
  const renewalsByLease = new Map<string, Set<number>>()
  const renewedOften = () => [...renewalsByLease.values()].find((times) => times.size > renewals)
  await until(
    async () => {
      for (const { metadata, spec } of await leasesOf(server)) {
        const renewalTimes = renewalsByLease.get(metadata.name) ?? new Set<number>()
        renewalsByLease.set(metadata.name, renewalTimes)
        if (spec.renewTime !== undefined) renewalTimes.add(Date.parse(spec.renewTime))
      }
      return renewedOften() !== undefined
    },
    { withinMs: 30_000, what: `a lease was renewed ${renewals} times` },
  )
  // Excludes the time between the creation and the first renewal, which is not a period.
  const [, first = 0, ...others] = [...(renewedOften() ?? [])].toSorted((a, b) => a - b)
  const gaps = others.map((atMs, at) => atMs - (others[at - 1] ?? first))
  return {
    meanMs: Math.round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length),
    shortestMs: Math.min(...gaps),
  }
}

/** Expects a period of renewals, in milliseconds. A busy machine lengthens many gaps, but rarely all of them. */
function expectPeriod(
  gaps: Awaited<ReturnType<typeof renewalGaps>>,
  atLeastMs: number,
  atMostMs: number,
): void {
  expect(gaps.meanMs, 'mean milliseconds between renewals').toBeGreaterThanOrEqual(atLeastMs)
  expect(gaps.shortestMs, 'fewest milliseconds between renewals').toBeLessThanOrEqual(atMostMs)
}

const lengths: Readonly<
  Record<string, { id: string; fixture: ServerFixture; seconds: number; faults: readonly string[] }>
> = {
  'a lease has the duration of the flag': {
    id: 'a lease has the given length',
    fixture: configuredElections,
    seconds: leaseSeconds,
    faults: ['coordinated-lease-duration-ignored'],
  },
  'a lease has a duration of 15 seconds without the flag': {
    id: 'a lease has 15 seconds without the flag',
    fixture: defaultElections,
    seconds: defaultSeconds,
    faults: ['coordinated-lease-duration-default-differs'],
  },
}

must(
  'flag.coordinated-leadership-lease-duration.length',
  flagRow('--coordinated-leadership-lease-duration', 'meaning'),
  () => {
    says('Where elections are coordinated, the lease of the leadership has the length of the flag.')
    for (const [title, { id, fixture, seconds, faults }] of Object.entries(lengths)) {
      test({ title, id }, async () => {
        expect(await becomesTrue(hasLeaseOf(await fixture(), seconds), heldWithinMs), 'there is one').toBe(
          true,
        )
      }).sees(...faults)
    }

    test(
      {
        title: 'the lease does not exist without the feature',
        id: 'there is no such lease without the feature',
      },
      async ({ dialect }) => {
        needsFlags(dialect, 'apiserver', coordinationFlags)
        // Waits until the server with the feature has created its lease, so that the other server has had the same
        // time.
        expect(await becomesTrue(hasLeaseOf(await configuredElections(), leaseSeconds), heldWithinMs)).toBe(
          true,
        )
        await apiService(await configuredServer())

        expect(
          await becomesTrueSoon(hasLeaseOf(await configuredServer(), leaseSeconds), absentForMs),
          'there is one',
        ).toBe(false)
      },
    ).sees('coordinated-leadership-without-gate')
  },
)

must(
  'flag.coordinated-leadership-retry-period.renewals',
  { ...flagRow('--coordinated-leadership-retry-period', 'meaning'), waits: true, limitMs: 60_000 },
  () => {
    says('Where elections are coordinated, the leadership is renewed once in each period.')
    test('the lease is renewed once in each given period', async () => {
      const gaps = await renewalGaps(await configuredElections())

      expectPeriod(gaps, 800, 1_700)
    }).sees('coordinated-retry-period-ignored')

    test('the lease is renewed every 2 seconds without the flag', async () => {
      const gaps = await renewalGaps(await defaultElections())

      expectPeriod(gaps, 1_600, 3_200)
    }).sees('coordinated-retry-period-default-differs')
  },
)

excluded(
  'flag.coordinated-leadership-renew-deadline.meaning',
  flagRow('--coordinated-leadership-renew-deadline', 'meaning'),
  'After the deadline, a leader that cannot renew its leadership gives it up.',
  'The server renews through itself. If that fails for so long, it cannot serve requests, and it only gives up an internal loop; the lease in the store stays as it was last written.',
)
