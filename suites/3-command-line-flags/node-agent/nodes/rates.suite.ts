import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { nowMs } from '#harness/clock.ts'
import { comesTrue } from '#harness/until.ts'
import type { ApiAsked } from '#mocks/api-server/index.ts'
import { flagRow } from '../table/rows.ts'
import { podObject, startWorld } from '../world.ts'

const program = 'node-agent'
const judging = { waits: true, overlaps: true } as const
const podCount = 20
// More than a slow agent tells of in that time.
const soon = 12
const windowMs = 6_000
const perSecond = 1_000
// A request or two may be on its way at either end.
const slack = 2
const without = ['api-pods-not-run', 'orchconfig-ignored']

/** How many requests of a sort the agent makes in some seconds for many pods, from the first of them. */
async function requests(
  flags: Flags,
  isOne: (asked: ApiAsked) => boolean,
): Promise<{ count: number; tookMs: number }> {
  const { api } = await startWorld({ flags })
  for (let index = 0; index < podCount; index += 1) api.hand.create(podObject(`pod-${index}`))
  const all = () => api.journal.filter(isOne)
  await comesTrue(() => all().length > 0, 2 * windowMs)
  const firstMs = all()[0]?.atMs ?? 0
  await comesTrue(() => nowMs() - firstMs > windowMs, windowMs + perSecond)
  const seen = all().filter(({ atMs }) => atMs - firstMs <= windowMs)
  currentCheck().observe('requests', { count: seen.length, withinMs: windowMs })
  return { count: seen.length, tookMs: (seen.at(-1)?.atMs ?? 0) - firstMs }
}

const isPodStatus = ({ method, path }: ApiAsked): boolean =>
  method === 'PATCH' && /\/pods\/pod-\d+\/status$/.test(path)
const isEvent = ({ method, path }: ApiAsked): boolean => method === 'POST' && path.endsWith('/events')

rule(
  {
    id: 'agent.api.rate',
    level: 'MUST',
    says: 'The API server is asked no more often than --orch-api-qps says, after a burst of --orch-api-burst; 0 is 50 and 100.',
    source: { document: 3, section: 'Limits', rows: ['node agent API rate'] },
    program,
    ...judging,
  },
  () => {
    test('tells of many pods soon by default', async () => {
      const { count } = await requests({}, isPodStatus)
      expect(count).toBeGreaterThanOrEqual(soon)
    }).sees('pod-states-not-told', ...without)

    test('asks no more often than that', async () => {
      const { count } = await requests({ '--orch-api-qps': 1, '--orch-api-burst': 2 }, isPodStatus)
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThanOrEqual(2 + windowMs / perSecond + slack)
    }).sees('api-rate-ignored', 'pod-states-not-told', ...without)

    test('asks as often for 0', async () => {
      const { count } = await requests({ '--orch-api-qps': 0, '--orch-api-burst': 0 }, isPodStatus)
      expect(count).toBeGreaterThanOrEqual(soon)
    }).sees('api-rate-zero-is-slow', 'pod-states-not-told', ...without)
  },
)

rule(
  {
    id: 'agent.events.rate',
    level: 'MUST',
    says: 'Events are told no more often than --event-qps says, after a burst of --event-burst.',
    source: { document: 3, section: 'Events', rows: ['node agent: event rate'] },
    program,
    ...judging,
  },
  () => {
    test('tells of many pods soon by default', async () => {
      expect((await requests({}, isEvent)).count).toBeGreaterThanOrEqual(soon)
    }).sees('orchconfig-ignored', 'api-pods-not-run')

    test('tells no more often than that', async () => {
      const { count } = await requests({ '--event-qps': 1, '--event-burst': 1 }, isEvent)
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThanOrEqual(1 + windowMs / perSecond + slack)
    }).sees('event-rate-ignored', 'orchconfig-ignored')
  },
)

rule(
  {
    id: 'agent.api.content-type',
    level: 'MUST',
    says: 'What is sent to the API server is of the type of --orch-api-content-type.',
    source: flagRow('--orch-api-content-type', 'behaviour'),
    program,
  },
  () => {
    test('sends JSON when it is told to', async () => {
      const { api } = await startWorld()
      const post = () => api.journal.find(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
      await comesTrue(() => post() !== undefined, 2 * windowMs)
      expect(post()?.contentType).toBe('application/json')
    }).sees('api-content-type-ignored', 'never-registers', 'orchconfig-ignored')
  },
)
