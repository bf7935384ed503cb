import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import type { Api, ApiObject } from '../../reference/manager/api.ts'
import { Election } from '../../reference/manager/election.ts'
import { electionCases } from '../../suites/generated/election/draw.ts'
import type { ElectionCase, ObservedEvent } from '../../suites/generated/election/model.ts'
import { failuresEndMs, stateAt } from '../../suites/generated/election/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/election/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import { drawCases, undetectedFaults } from './testing/seen-faults.ts'

// The clock is simulated, so that elections of several seconds take no time.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => void globalThis.setTimeout(resolve, ms)),
}))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const cases = drawCases(electionCases, 'generated.manager.election', 400)
const stepMs = 100
// Longest simulated time between two attempts.
const longestMs = 20_000

/** One lease, and another client that may hold it. */
class Lease implements Pick<Api, 'send'> {
  spec: ApiObject | undefined
  isFailing = false
  readonly events: ObservedEvent[] = []

  async send(method: string, _path: string, body?: unknown): ReturnType<Api['send']> {
    if (this.isFailing) return { status: 500, object: {} } as Awaited<ReturnType<Api['send']>>
    if (method === 'GET') return this.#answer(this.spec === undefined ? 404 : 200)
    this.spec = (body as { spec: ApiObject }).spec
    this.events.push({ atMs: performance.now(), what: 'renews' })
    return this.#answer(200)
  }

  #answer(status: number): Awaited<ReturnType<Api['send']>> {
    return { status, object: { spec: { ...this.spec } } } as unknown as Awaited<ReturnType<Api['send']>>
  }

  heldByAnother(): void {
    this.spec = { holderIdentity: 'another', renewTime: `2020-01-01T00:00:00.${this.events.length}00Z` }
    this.events.push({
      atMs: performance.now(),
      what: this.events.length === 0 ? 'sees another' : 'another renews',
    })
  }
}

/** Returns the moments at which the reference is in another state than the oracle expects. */
async function disagreements({ times, course }: ElectionCase): Promise<unknown[]> {
  const lease = new Lease()
  const election = new Election(
    lease as unknown as Api,
    { ...times, namespace: 'n', name: 'l', lock: 'leases' },
    'the candidate',
  )
  const leadership: { from?: number; until?: number } = {}
  let lastRenewalMs = 0
  if ('renewals' in course) {
    lease.heldByAnother()
    let atMs = 0
    for (const share of course.renewals) {
      atMs += share * times.leaseMs
      globalThis.setTimeout(() => {
        if (lease.spec?.['holderIdentity'] === 'another') lease.heldByAnother()
      }, atMs)
    }
    lastRenewalMs = atMs
  }
  const startMs = performance.now()
  void election.won().then(() => {
    leadership.from = performance.now()
    void election.lost().then(() => {
      leadership.until = performance.now()
    })
    if ('renewals' in course || course.failing === 'never') return
    const renewedMs = performance.now()
    lease.isFailing = true
    if (course.failing === 'until it stops') return
    globalThis.setTimeout(() => {
      lease.isFailing = false
    }, failuresEndMs(times, renewedMs) - renewedMs)
  })
  const mismatches: unknown[] = []
  while (
    performance.now() - startMs < lastRenewalMs + times.leaseMs + 3 * times.renewMs &&
    mismatches.length === 0
  ) {
    await vi.advanceTimersByTimeAsync(stepMs)
    const nowMs = performance.now()
    const state = stateAt(times, lease.events, nowMs)
    const isLeading = leadership.from !== undefined && leadership.until === undefined
    const isLate = stateAt(times, lease.events, nowMs - 2 * times.retryMs) === state
    const mustLead = state === 'leads' || state === 'may take over'
    if (isLate && isLeading !== mustLead) mismatches.push({ now: nowMs, state, leads: isLeading })
    if (nowMs - startMs > longestMs) break
  }
  vi.clearAllTimers()
  const firstRenewal = lease.events.findIndex(({ what }) => what === 'renews')
  const entriesBefore = lease.events.slice(0, Math.max(0, firstRenewal))
  if (stateAt(times, entriesBefore, lease.events[firstRenewal]?.atMs ?? 0) === 'waits')
    mismatches.push('taken early')
  return mismatches.map((what) => ({ times, course, what }))
}

test('the oracle of elections and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 2)).toEqual([])
})

test('drawn elections cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases.slice(0, 100))

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

// Faults of the election itself. Only a whole program shows whether its work waits for leadership.
const faults = [
  'lease-not-renewed',
  'lease-time-stamp-believed',
  'lease-wait-not-restarted',
  'lease-never-taken-over',
  'leadership-given-up-at-first-failure',
  'lease-taken-early',
  'leadership-kept-past-deadline',
] as const

test('drawn elections detect every fault of the election', async () => {
  const survivors = await undetectedFaults(
    faults,
    cases.slice(0, 50),
    async (testCase, fault) => (await withFaults([fault], () => disagreements(testCase))).length > 0,
  )

  expect(survivors).toEqual([])
})
