import { becomesTrue, untilConclusive, currentCheck, monitorJitter, expect, untilMoment } from '#kit'
import { inconclusiveError, JitterCanary, nowMs, ownLateness } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'
import { podObject, startAgentFixture, type AgentFixture } from '../fixture.ts'

/** A rate limit. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

type Selects = (request: ApiServerRequest) => boolean

const podCount = 24
// More than a slow agent sends in the window, even if a late machine doubles the window.
const soon = 16
const windowMs = 6_000
// A check has time for three attempts that never begin.
const beginsWithinMs = 20_000
const secondMs = 1_000
const settlesMs = 2_000
const showsWithinMs = 20_000
// Longest delay of requests that arrive together with the first one.
const lateBeforeMs = 100
// A request or two can be in transit at either end.
const slack = 2

/**
 * Starts an agent and assigns pods to it. Their image is present, so that the pull rate does not limit the requests.
 */
export async function startWithPods(flags: Flags, pods: number): Promise<AgentFixture> {
  const fixture = await startAgentFixture({
    flags,
    prepare: ({ images }) => void images.add({ name: 'registry.example/app:1' }),
  })
  for (let index = 0; index < pods; index += 1) fixture.api.hand.create(podObject(`pod-${index}`))
  return fixture
}

/** Returns the requests of a kind that the agent sends for many pods, from the first one on. */
async function selectedRequests(
  flags: Flags,
  isOne: Selects,
  pods = podCount,
): Promise<() => ApiServerRequest[]> {
  const { api } = await startWithPods(flags, pods)
  const all = () => api.journal.filter(isOne)
  await becomesTrue(() => all().length > 0, beginsWithinMs)
  return all
}

/** Expects many requests of a kind, sooner than a slow agent sends them. */
export async function expectManySoon(flags: Flags, isOne: Selects): Promise<void> {
  await untilConclusive(async () => {
    const all = await selectedRequests(flags, isOne)
    await becomesTrue(() => all().length >= soon, windowMs)
    currentCheck().observe('requests', { count: all().length })
    expect(all().length).toBeGreaterThanOrEqual(soon)
  })
}

/** Expects requests of a kind, but within some seconds no more than a burst and a rate permit. */
export async function expectFew(
  flags: Flags,
  isOne: Selects,
  { burst, perSecond, pods }: Rate & { readonly pods?: number },
): Promise<void> {
  const all = await selectedRequests(flags, isOne, pods)
  const firstMs = all()[0]?.atMs ?? nowMs()
  await untilMoment(firstMs + windowMs, 'more requests would have come')
  const arrivals = all().filter(({ atMs }) => atMs - firstMs <= windowMs)
  currentCheck().observe('requests', { count: arrivals.length, withinMs: windowMs })
  expect(arrivals.length).toBeGreaterThan(0)
  // Requests that arrived while this process was late were sent before they were observed.
  const sentWithinMs = windowMs + ownLateness().since(firstMs)
  expect(arrivals.length).toBeLessThanOrEqual(burst + (sentWithinMs / secondMs) * perSecond + slack)
}

/**
 * Expects that the fastest requests for many pods exceed the rate of another agent. The total time would depend on the
 * machine.
 * @param slower the rate that must not be mistaken for the agent's rate
 */
export async function expectFasterThan(
  flags: Flags,
  isOne: Selects,
  slower: Rate,
  pods: number,
): Promise<void> {
  await untilConclusive(async () => {
    const { agent, api } = await startWithPods(flags, pods)
    monitorJitter(agent.processId)
    const moments = () => api.journal.filter(isOne).map(({ atMs }) => atMs)
    await becomesTrue(() => moments().length > 0, beginsWithinMs)
    const faster = await becomesTrue(() => isFaster(moments(), slower), showsWithinMs)
    const [firstMs = 0, ...more] = moments()
    currentCheck().observe('requests', {
      count: more.length + 1,
      withinMs: Math.round((more.at(-1) ?? firstMs) - firstMs),
    })
    // Numbers differ between runs on a busy machine, so a known deviation would not be recognized by them.
    expect(faster, 'more requests in the busiest seconds than that rate permits').toBe(true)
  })
}

/** Reports whether consecutive requests exceed a rate in their time. */
function isFaster(moments: readonly number[], { burst, perSecond }: Rate): boolean {
  const own = ownLateness()
  const arrivals = moments.map((atMs) => ({
    atMs,
    lateMs: own.since(atMs),
    lateBeforeMs: own.since(atMs - lateBeforeMs),
  }))
  return arrivals.some((first, index) =>
    arrivals.slice(index).some((last, more) => {
      // Requests that arrived while this process was late are observed at its end, and look faster than they were sent.
      const sentWithinMs = last.atMs - first.atMs + first.lateBeforeMs - last.lateMs
      return more + 1 > burst + (sentWithinMs / secondMs) * perSecond + slack
    }),
  )
}

/**
 * Expects that requests for many pods are sent no faster than a rate permits.
 * @param pods number of pods for which an agent without a limit would send more
 */
export async function expectNoFasterThan(
  flags: Flags,
  isOne: Selects,
  { burst, perSecond }: Rate,
  pods: number,
): Promise<void> {
  await untilConclusive(async () => {
    const { agent, api } = await startWithPods({ '--max-pods': 2 * pods, ...flags }, pods)
    using canary = new JitterCanary(agent.processId)
    const fromMs = nowMs()
    const all = () => api.journal.filter(isOne)
    // A rate is visible only with enough requests.
    const enough = pods / 2
    await becomesTrue(() => all().length >= enough, beginsWithinMs)
    await untilMoment(nowMs() + settlesMs, 'more requests would have come')
    const count = all().length
    expect(count, 'requests').toBeGreaterThan(0)
    if (count < enough)
      throw inconclusiveError(`Only ${count} requests came, and ${enough} are needed to tell the rate.`)
    // Starts at the first request: late requests that arrive together were due earlier and do not exceed the rate.
    const moments = all().map(({ atMs }) => atMs)
    const firstMs = moments[0] ?? nowMs()
    const lateMs = canary.worst(fromMs, nowMs())
    const permitted = (atMs: number) => burst + ((atMs - firstMs + lateMs) / secondMs) * perSecond + slack
    const tooMany = moments.some((atMs, index) => index + 1 > permitted(atMs))
    currentCheck().observe('requests', { count, withinMs: Math.round((moments.at(-1) ?? firstMs) - firstMs) })
    expect(tooMany, 'more requests than that rate permits').toBe(false)
  })
}
