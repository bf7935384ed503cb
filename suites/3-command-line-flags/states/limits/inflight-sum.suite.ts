import { currentCheck, expect, rulesOf, says, shared, test, until } from '#kit'
import { stall } from '#mocks/etcd/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedFixture } from './shared-fixture.ts'
import { configMaps, ordinaryUser, createProber } from '../fixture.ts'

const { must } = rulesOf({ document: 3, section: 'Limits', capability: 'objects' })

// Limits whose sum applies. Fairness may give a single user less than the sum, but more than one.
const readsInSum = 1
const writesInSum = 29
const sumLimit = readsInSum + writesInSum
// Number of concurrent requests, far more than the sum.
const requestsAtOnce = 40
const summedFixture = sharedFixture(
  () => ({
    '--max-requests-inflight': readsInSum,
    '--max-mutating-requests-inflight': writesInSum,
    '--request-timeout': '30s',
  }),
  ['held-1'],
)

const firstArriveWithinMs = 5_000
// Time after which requests that have not arrived are blocked.
const allArriveWithinMs = 1_500

/**
 * Number of concurrent reads by one user at the store while the store answers none of the reads, and their final
 * responses. The reads are sent once.
 */
const heldReads = shared(async () => {
  const { etcd, server } = await summedFixture()
  const stalledReads = stall()
  const isHeld = ({ key }: { key: string }): boolean => key.endsWith('/held-1')
  etcd.answer({ range: (honest, request) => (isHeld(request) ? stalledReads.answer(honest) : honest) })
  const client = createProber(server, 'http2', ordinaryUser(server, 'alice'))
  const path = `${configMaps}/held-1`
  let endedCount = 0
  const sentRequests = Array.from({ length: requestsAtOnce }, async () => {
    const requestOutcome = await client.send({ path, withinMs: 30_000 })
    endedCount += 1
    return requestOutcome.kind === 'answered' ? requestOutcome.status : requestOutcome.kind
  })
  // A server can give up held requests, which makes room for later requests.
  const countHeld = (): number => stalledReads.held - endedCount
  await until(() => countHeld() > readsInSum, { withinMs: firstArriveWithinMs, what: '' }).catch(() => {})
  await until(() => countHeld() > sumLimit, { withinMs: allArriveWithinMs, what: '' }).catch(() => {})
  const heldCount = countHeld()
  stalledReads.release()
  const responses = await Promise.all(sentRequests)
  client.close()
  return { held: heldCount, responses }
})

async function manyAtOnce(): ReturnType<typeof heldReads> {
  await summedFixture()
  currentCheck().measures({ discard: heldReads.forget })
  return heldReads()
}

const countConcurrentReads = async (): Promise<number> => (await manyAtOnce()).held

must('flag.max-requests-inflight.summed', 'API server total concurrency', () => {
  says('With priority and fairness, the two limits together are the limit of concurrency.')
  test('serves more reads at once than the limit of reads', async (check) => {
    const heldCount = await countConcurrentReads()
    check.observe(`reads of one user at once, of ${sumLimit}`, heldCount)

    expect(heldCount).toBeGreaterThan(readsInSum)
  }).sees('inflight-sum-reads-only')

  test(
    {
      title: 'serves no more requests at once than the sum of both limits',
      id: 'serves no more at once than the sum',
    },
    async () => {
      expect(await countConcurrentReads()).toBeLessThanOrEqual(sumLimit)
    },
  ).sees('inflight-sum-ignored')
})

must('flag.enable-priority-and-fairness.queues', flagRow('--enable-priority-and-fairness', 'meaning'), () => {
  says('Requests beyond the limit of concurrency are queued, and answered when others have been.')
  test(
    {
      title: 'serves the requests above the limit once other requests are complete',
      id: 'answers the requests beyond the limit once others are answered',
    },
    async () => {
      const { responses } = await manyAtOnce()

      expect(responses.filter((status) => status !== 200)).toEqual([])
    },
  ).sees('fairness-refuses-at-once')
})
