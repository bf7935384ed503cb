import {
  becomesTrue,
  untilConclusive,
  currentCheck,
  monitorJitter,
  expect,
  nowMs,
  rulesOf,
  says,
  test,
} from '#kit'
import { nodeName } from '#harness/programs/node-agent.ts'
import { nodeExists } from '../fixture.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  expectFasterThan,
  expectLimited,
  expectNoFasterThan,
  expectUnlimited,
  startWithPods,
} from './request-rates.ts'
import { isAboutPod, isEvent, isNodeStatus, isPodStatus } from './status-writes.ts'

const { must } = rulesOf({
  document: 3,
  section: 'Node agent flags',
  program: 'node-agent',
  waits: true,
  limitMs: 180_000,
  overlaps: true,
})

// The meaning of 0 for events must not be mistaken for its meaning for other requests.
const eventRates = { burst: 10, perSecond: 5 }
const manyPods = 60
// Number of pods that exceeds a burst of 100 requests.
const morePodCount = 160
const rateOfAllRequests = { burst: 100, perSecond: 50 }

must('agent.api.rate-zero', flagRow('--orch-api-qps', 'zero'), () => {
  says('--orch-api-qps 0 is 50 a second.')
  test(
    {
      title: 'sends requests much more often than 5 times a second',
      id: 'asks much more often than 5 times a second',
    },
    () =>
      expectFasterThan(
        { '--orch-api-qps': 0, '--orch-api-burst': 1 },
        isPodStatus,
        { ...eventRates, burst: 1 },
        manyPods,
      ),
  ).sees('api-rate-zero-is-five')

  test(
    { title: 'sends no more than 50 requests a second', id: 'makes no more requests than 50 a second' },
    () =>
      expectNoFasterThan(
        { '--orch-api-qps': 0, '--orch-api-burst': 1 },
        isAboutPod,
        { ...rateOfAllRequests, burst: 1 },
        morePodCount,
      ),
  ).sees('api-rate-zero-is-unlimited')
})

must('agent.api.burst-zero', flagRow('--orch-api-burst', 'zero'), () => {
  says('--orch-api-burst 0 is a burst of 100.')
  test({ title: 'sends more than 10 requests at once', id: 'asks more often at once than 10 times' }, () =>
    expectFasterThan({ '--orch-api-qps': 5, '--orch-api-burst': 0 }, isPodStatus, eventRates, manyPods),
  ).sees('api-burst-zero-is-ten')

  test(
    { title: 'sends no more than 100 requests at once', id: 'makes no more requests at once than 100' },
    () =>
      expectNoFasterThan(
        { '--orch-api-qps': 5, '--orch-api-burst': 0 },
        isAboutPod,
        { ...rateOfAllRequests, perSecond: 5 },
        morePodCount,
      ),
  ).sees('api-burst-zero-is-unlimited')
})

must('agent.events.rate-zero', { rows: ['--event-qps', '--event-burst'], aspect: 'zero' }, () => {
  says('--event-qps 0 is 5 a second, and --event-burst 0 is a burst of 10.')
  const flags = { '--event-qps': 0, '--event-burst': 0 }
  test(
    {
      title: 'reports events no more often than 5 times a second, after a burst of 10, when the flags are 0',
      id: 'reports no more often than that',
    },
    () => expectLimited(flags, isEvent, { ...eventRates, pods: manyPods }),
  ).sees('event-rate-zero-is-usual')

  test(
    {
      title: 'reports events as often as 5 times a second when the flags are 0',
      id: 'reports as often as that',
    },
    () => expectUnlimited(flags, isEvent),
  ).sees('event-rate-zero-is-slow')
})

const slowFlags = { '--orch-api-qps': 1, '--orch-api-burst': 2 }
const rounds = 3
// Several times the usual time, and much less than the wait of all pods.
const heartbeatWithinMs = 5_000
const beginsWithinMs = 20_000

must(
  'agent.api.rate-leaves-out',
  { rows: ['--orch-api-qps', '--orch-api-burst'], aspect: 'what it leaves out' },
  () => {
    says('The rate of requests to the API server limits neither events nor heartbeats of the node.')
    test(
      {
        title: 'reports events without delay when requests are limited',
        id: 'reports events as soon as without a limit',
      },
      () => expectUnlimited(slowFlags, isEvent),
    ).sees('events-at-api-rate')

    test(
      {
        title: 'updates the node status in time when requests are limited',
        id: 'updates the node status in time',
      },
      async () => {
        await untilConclusive(async () => {
          monitorJitter()
          const { api } = await startWithPods(
            { ...slowFlags, '--node-status-update-frequency': '1s' },
            manyPods,
          )
          const podRequestCount = () => api.journal.filter(isAboutPod).length
          await becomesTrue(() => podRequestCount() > 0, beginsWithinMs)
          expect(await becomesTrue(() => nodeExists(api), beginsWithinMs), 'the node is registered').toBe(
            true,
          )
          const waitedMs: number[] = []
          for (let roundNumber = 0; roundNumber < rounds; roundNumber += 1) {
            const roundStartMs = nowMs()
            // Node agents may skip an unchanged status.
            api.hand.patch({ resource: 'nodes', name: nodeName }, { status: { conditions: [] } })
            const isUpdatedAgain = () =>
              api.journal.some((request) => isNodeStatus(request) && request.atMs > roundStartMs)
            expect(await becomesTrue(isUpdatedAgain, heartbeatWithinMs), 'the node status is updated').toBe(
              true,
            )
            waitedMs.push(Math.round(nowMs() - roundStartMs))
          }
          currentCheck().observe('requests', { waitedMs, pods: podRequestCount() })
          expect(podRequestCount(), 'requests about pods').toBeGreaterThan(0)
          expect(podRequestCount(), 'requests about pods').toBeLessThan(manyPods)
        })
      },
    ).sees('heartbeats-at-api-rate')
  },
)
