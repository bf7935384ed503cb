import { becomesTrue, untilConclusive, currentCheck, monitorJitter, expect, untilMoment } from '#kit'
import { inconclusiveError, JitterCanary, nowMs, ownLateness } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'
import { podObject, startAgentFixture, type AgentFixture } from '../fixture.ts'

/** Rate limit of a client: the burst, and the number of requests per second after it. */
export interface RequestRate {
  readonly burst: number
  readonly perSecond: number
}

type RequestFilter = (request: ApiServerRequest) => boolean

const podCount = 24
// Minimum number of requests without a limit: more than a limited agent sends in twice the window.
const minRequestsWithoutLimit = 16
const windowMs = 6_000
// Maximum time until the first request, so that a check has time for three attempts.
const beginsWithinMs = 20_000
const secondMs = 1_000
const settlesMs = 2_000
const showsWithinMs = 20_000
// Longest delay of requests that arrive together.
const lateBeforeMs = 100
// Tolerance for requests in transit.
const toleratedRequests = 2

/** Starts an agent and assigns pods to it. The image is present, so that the pull rate does not limit the requests. */
export async function startWithPods(flags: Flags, pods: number): Promise<AgentFixture> {
  const agentFixture = await startAgentFixture({
    flags,
    prepare: ({ images }) => void images.add({ name: 'registry.example/app:1' }),
  })
  for (let index = 0; index < pods; index += 1) agentFixture.api.hand.create(podObject(`pod-${index}`))
  return agentFixture
}

/** Returns the requests of a kind that an agent sends for many pods. */
async function selectedRequests(
  flags: Flags,
  isSelected: RequestFilter,
  pods = podCount,
): Promise<() => ApiServerRequest[]> {
  const { api } = await startWithPods(flags, pods)
  const matchingRequests = () => api.journal.filter(isSelected)
  await becomesTrue(() => matchingRequests().length > 0, beginsWithinMs)
  return matchingRequests
}

/** Expects many requests of a kind, sooner than a slow agent sends them. */
export async function expectUnlimited(flags: Flags, isSelected: RequestFilter): Promise<void> {
  await untilConclusive(async () => {
    const matchingRequests = await selectedRequests(flags, isSelected)
    await becomesTrue(() => matchingRequests().length >= minRequestsWithoutLimit, windowMs)
    currentCheck().observe('requests', { count: matchingRequests().length })
    expect(matchingRequests().length).toBeGreaterThanOrEqual(minRequestsWithoutLimit)
  })
}

/** Expects requests of a kind, but within some seconds no more than a burst and a rate permit. */
export async function expectLimited(
  flags: Flags,
  isSelected: RequestFilter,
  { burst, perSecond, pods }: RequestRate & { readonly pods?: number },
): Promise<void> {
  const matchingRequests = await selectedRequests(flags, isSelected, pods)
  const firstMs = matchingRequests()[0]?.atMs ?? nowMs()
  await untilMoment(firstMs + windowMs, 'more requests would have come')
  const requestsInWindow = matchingRequests().filter(({ atMs }) => atMs - firstMs <= windowMs)
  currentCheck().observe('requests', { count: requestsInWindow.length, withinMs: windowMs })
  expect(requestsInWindow.length).toBeGreaterThan(0)
  // Requests that arrived while this process was late were sent before they were observed.
  const sentWithinMs = windowMs + ownLateness().since(firstMs)
  expect(requestsInWindow.length).toBeLessThanOrEqual(
    burst + (sentWithinMs / secondMs) * perSecond + toleratedRequests,
  )
}

/**
 * Expects that the fastest requests for many pods exceed the rate of another agent. The total time would depend on the
 * machine.
 * @param slowerRate the rate that must not be mistaken for the agent's rate
 */
export async function expectFasterThan(
  flags: Flags,
  isSelected: RequestFilter,
  slowerRate: RequestRate,
  pods: number,
): Promise<void> {
  await untilConclusive(async () => {
    const { agent, api } = await startWithPods(flags, pods)
    monitorJitter(agent.processId)
    const requestTimes = () => api.journal.filter(isSelected).map(({ atMs }) => atMs)
    await becomesTrue(() => requestTimes().length > 0, beginsWithinMs)
    const exceedsSlower = await becomesTrue(() => exceedsRate(requestTimes(), slowerRate), showsWithinMs)
    const [firstMs = 0, ...more] = requestTimes()
    currentCheck().observe('requests', {
      count: more.length + 1,
      withinMs: Math.round((more.at(-1) ?? firstMs) - firstMs),
    })
    // Compares a boolean, because numbers differ between runs and would change the fingerprint of a known deviation.
    expect(exceedsSlower, 'more requests in the busiest seconds than that rate permits').toBe(true)
  })
}

/** Reports whether consecutive requests exceed a rate in their time. */
function exceedsRate(moments: readonly number[], { burst, perSecond }: RequestRate): boolean {
  const lateness = ownLateness()
  const requestsWithLateness = moments.map((atMs) => ({
    atMs,
    lateMs: lateness.since(atMs),
    lateBeforeMs: lateness.since(atMs - lateBeforeMs),
  }))
  return requestsWithLateness.some((first, index) =>
    requestsWithLateness.slice(index).some((last, more) => {
      // Requests that arrived while this process was late appear closer together than they were sent.
      const sentWithinMs = last.atMs - first.atMs + first.lateBeforeMs - last.lateMs
      return more + 1 > burst + (sentWithinMs / secondMs) * perSecond + toleratedRequests
    }),
  )
}

/**
 * Expects that requests for many pods are sent no faster than a rate permits.
 * @param pods number of pods for which an agent without a limit would send more
 */
export async function expectNoFasterThan(
  flags: Flags,
  isSelected: RequestFilter,
  { burst, perSecond }: RequestRate,
  pods: number,
): Promise<void> {
  await untilConclusive(async () => {
    const { agent, api } = await startWithPods({ '--max-pods': 2 * pods, ...flags }, pods)
    using canary = new JitterCanary(agent.processId)
    const fromMs = nowMs()
    const matchingRequests = () => api.journal.filter(isSelected)
    // Minimum number of requests that shows a rate.
    const minRequests = pods / 2
    await becomesTrue(() => matchingRequests().length >= minRequests, beginsWithinMs)
    await untilMoment(nowMs() + settlesMs, 'more requests would have come')
    const requestCount = matchingRequests().length
    expect(requestCount, 'requests').toBeGreaterThan(0)
    if (requestCount < minRequests)
      throw inconclusiveError(
        `Only ${requestCount} requests came, and ${minRequests} are needed to tell the rate.`,
      )
    // Starts at the first request: late requests that arrive together were due earlier and do not exceed the rate.
    const requestTimes = matchingRequests().map(({ atMs }) => atMs)
    const firstMs = requestTimes[0] ?? nowMs()
    const lateMs = canary.worst(fromMs, nowMs())
    const permittedAt = (atMs: number) =>
      burst + ((atMs - firstMs + lateMs) / secondMs) * perSecond + toleratedRequests
    const exceedsPermitted = requestTimes.some((atMs, index) => index + 1 > permittedAt(atMs))
    currentCheck().observe('requests', {
      count: requestCount,
      withinMs: Math.round((requestTimes.at(-1) ?? firstMs) - firstMs),
    })
    expect(exceedsPermitted, 'more requests than that rate permits').toBe(false)
  })
}
