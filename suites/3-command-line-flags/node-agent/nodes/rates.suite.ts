import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { sharedAgentFixture } from '../fixture.ts'
import { expectLimited, expectUnlimited } from './request-rates.ts'
import { isEvent, isPodStatus } from './status-writes.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Limits', program, overlaps: true })
const beginsWithinMs = 20_000
const defaultFixture = sharedAgentFixture(() => ({}))

must('agent.api.rate', { row: 'node agent API rate', waits: true, limitMs: 180_000 }, () => {
  says(
    'Requests to the API server are limited to --orch-api-qps after a burst of --orch-api-burst; 0 means 50 and 100.',
  )
  test(
    { title: 'reports many pods without delay by default', id: 'tells of many pods soon by default' },
    async () => {
      await expectUnlimited({}, isPodStatus)
    },
  ).sees('pod-states-not-told')

  test(
    { title: 'sends requests no more often than the limit', id: 'asks no more often than that' },
    async () => {
      await expectLimited({ '--orch-api-qps': 1, '--orch-api-burst': 2 }, isPodStatus, {
        burst: 2,
        perSecond: 1,
      })
    },
  ).sees('api-rate-ignored')

  test(
    { title: 'sends requests as often as by default when the flags are 0', id: 'asks as often for 0' },
    async () => {
      const flags = { '--orch-api-qps': 0, '--orch-api-burst': 0 }
      await expectUnlimited(flags, isPodStatus)
    },
  ).sees('api-rate-zero-is-slow')
})

must(
  'agent.events.rate',
  { section: 'Events', row: 'node agent: event rate', waits: true, limitMs: 180_000 },
  () => {
    says('Events are limited to --event-qps after a burst of --event-burst.')
    test(
      { title: 'reports many pods without delay by default', id: 'tells of many pods soon by default' },
      async () => {
        await expectUnlimited({}, isEvent)
      },
    ).sees('api-pods-not-run')

    test(
      { title: 'reports events no more often than the limit', id: 'tells no more often than that' },
      async () => {
        await expectLimited({ '--event-qps': 1, '--event-burst': 1 }, isEvent, {
          burst: 1,
          perSecond: 1,
        })
      },
    ).sees('event-rate-ignored')
  },
)

must(
  'agent.api.content-type',
  { ...flagRow('--orch-api-content-type', 'behaviour'), overlaps: false },
  () => {
    says('What is sent to the API server is of the type of --orch-api-content-type.')
    test({ title: 'sends JSON when it is configured', id: 'sends JSON when it is told to' }, async () => {
      const { api } = await defaultFixture()
      const post = () => api.journal.find(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
      await becomesTrue(() => post() !== undefined, beginsWithinMs)
      expect(post()?.contentType).toBe('application/json')
    }).sees('api-content-type-ignored')

    test({ title: 'sends JSON in each request that creates or replaces an object', id: 'each' }, async () => {
      const { api } = await defaultFixture()
      const writes = () => api.journal.filter(({ method }) => method === 'POST' || method === 'PUT')
      const hasEvent = () => writes().some(({ path }) => path.endsWith('/events'))
      expect(await becomesTrue(hasEvent, beginsWithinMs), 'an event').toBe(true)
      const otherTypes = writes().filter(({ contentType }) => contentType !== 'application/json')

      expect(otherTypes.map(({ method, path, contentType }) => `${method} ${path} ${contentType}`)).toEqual(
        [],
      )
    }).sees('api-content-type-ignored', 'api-content-type-of-nodes-alone', 'orchconfig-ignored')
  },
)
