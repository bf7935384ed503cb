import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { nowMs } from '#harness/time.ts'
import { conclusively } from '#harness/observe/doubt.ts'
import { ownLateness } from '#harness/machine/lateness.ts'
import { comesTrue, untilMoment } from '#harness/machine/until.ts'
import type { ApiAsked } from '#mocks/api-server/index.ts'
import { flagRow } from '../table/rows.ts'
import { podObject, startWorld } from '../world.ts'
import { isPodStatus } from './status-writes.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Limits', program, overlaps: true })
const podCount = 24
// More than a slow agent tells of in the window, even where a late machine has it twice as long.
const soon = 16
const windowMs = 6_000
// A check has the time for three tries of one that never begins.
const beginsWithinMs = 20_000
const perSecond = 1_000
// A request or two may be on its way at either end.
const slack = 2

/** The requests of a sort that the agent makes for many pods, from the first of them on. */
async function asked(flags: Flags, isOne: (asked: ApiAsked) => boolean): Promise<() => ApiAsked[]> {
  const { api } = await startWorld({ flags })
  for (let index = 0; index < podCount; index += 1) api.hand.create(podObject(`pod-${index}`))
  const all = () => api.journal.filter(isOne)
  await comesTrue(() => all().length > 0, beginsWithinMs)
  return all
}

/** Expects many requests of a sort, as soon as no slow agent makes them. */
async function expectManySoon(flags: Flags, isOne: (asked: ApiAsked) => boolean): Promise<void> {
  await conclusively(async () => {
    const all = await asked(flags, isOne)
    await comesTrue(() => all().length >= soon, windowMs)
    currentCheck().observe('requests', { count: all().length })
    expect(all().length).toBeGreaterThanOrEqual(soon)
  })
}

/** Expects some requests of a sort, and no more in some seconds than a burst and one a second. */
async function expectFew(flags: Flags, isOne: (asked: ApiAsked) => boolean, burst: number): Promise<void> {
  const all = await asked(flags, isOne)
  const firstMs = all()[0]?.atMs ?? nowMs()
  await untilMoment(firstMs + windowMs, 'more requests would have come')
  const seen = all().filter(({ atMs }) => atMs - firstMs <= windowMs)
  currentCheck().observe('requests', { count: seen.length, withinMs: windowMs })
  expect(seen.length).toBeGreaterThan(0)
  // What came while this process was late was sent before it was seen.
  const sentWithinMs = windowMs + ownLateness().since(firstMs)
  expect(seen.length).toBeLessThanOrEqual(burst + sentWithinMs / perSecond + slack)
}

const isEvent = ({ method, path }: ApiAsked): boolean => method === 'POST' && path.endsWith('/events')

must('agent.api.rate', { row: 'node agent API rate', waits: true, limitMs: 180_000 }, () => {
  says(
    'Requests to the API server are limited to --orch-api-qps after a burst of --orch-api-burst; 0 means 50 and 100.',
  )
  test({ title: 'reports many pods soon by default', id: 'tells of many pods soon by default' }, async () => {
    await expectManySoon({}, isPodStatus)
  }).sees('pod-states-not-told')

  test('asks no more often than that', async () => {
    await expectFew({ '--orch-api-qps': 1, '--orch-api-burst': 2 }, isPodStatus, 2)
  }).sees('api-rate-ignored')

  test('asks as often for 0', async () => {
    const flags = { '--orch-api-qps': 0, '--orch-api-burst': 0 }
    await expectManySoon(flags, isPodStatus)
  }).sees('api-rate-zero-is-slow')
})

must(
  'agent.events.rate',
  { section: 'Events', row: 'node agent: event rate', waits: true, limitMs: 180_000 },
  () => {
    says('Events are limited to --event-qps after a burst of --event-burst.')
    test(
      { title: 'reports many pods soon by default', id: 'tells of many pods soon by default' },
      async () => {
        await expectManySoon({}, isEvent)
      },
    ).sees('api-pods-not-run')

    test({ title: 'reports no more often than that', id: 'tells no more often than that' }, async () => {
      await expectFew({ '--event-qps': 1, '--event-burst': 1 }, isEvent, 1)
    }).sees('event-rate-ignored')
  },
)

must(
  'agent.api.content-type',
  { ...flagRow('--orch-api-content-type', 'behaviour'), overlaps: false },
  () => {
    says('What is sent to the API server is of the type of --orch-api-content-type.')
    test({ title: 'sends JSON when it is configured', id: 'sends JSON when it is told to' }, async () => {
      const { api } = await startWorld()
      const post = () => api.journal.find(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
      await comesTrue(() => post() !== undefined, beginsWithinMs)
      expect(post()?.contentType).toBe('application/json')
    }).sees('api-content-type-ignored')
  },
)
