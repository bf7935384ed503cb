import { becomesTrue, untilConclusive, expect, assertNotLate, nowMs, rulesOf, says, seeing, test } from '#kit'
import { after, type Answer, hangUp } from '#mocks/http/index.ts'
import { failing } from '#mocks/audit-receiver/index.ts'
import {
  sendRequests,
  type AuditedServer,
  auditedServer,
  countOf,
  freshPaths,
} from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { deliveryTimes } from '../../../shared/audit/delivery-times.ts'

const { must } = rulesOf()

const backoffMs = 1_500
// Receiver delay that exceeds the time of any response.
const slowMs = 3_000
const answeredWithinMs = 1_500
const arrivedWithinMs = 15_000

/** Returns a response that resets the connection of the first request. */
function hangUpOnce(): Answer<string> {
  let hasFailed = false
  return (honest) => {
    if (hasFailed) return honest
    hasFailed = true
    return hangUp()
  }
}

const fixture = auditedServer({
  '--audit-log-format': 'legacy',
  '--audit-webhook-initial-backoff': `${backoffMs}ms`,
  '--audit-webhook-batch-max-size': 1,
  '--audit-webhook-batch-throttle-enable': false,
})

must('flag.audit-log-format.legacy', flagRow('--audit-log-format', 'legacy'), () => {
  says('In the format legacy an event is one line of text.')
  const sendThreeRequests = async ({
    server,
    log,
  }: AuditedServer): Promise<{ paths: readonly string[]; lines: string[] }> => {
    const paths = await sendRequests(server, freshPaths(3))
    const lines = () => log.entries().map(({ text }) => text)
    await becomesTrue(
      () => paths.every((path) => lines().some((line) => line.includes(path))),
      arrivedWithinMs,
    )
    // Earlier lines belong to earlier requests.
    const firstIndex = lines().findIndex((line) => paths.some((path) => line.includes(path)))
    return { paths, lines: lines().slice(firstIndex) }
  }

  test(
    {
      title: 'the log has three lines for three events, one line for each request',
      id: 'three events are three lines, each about one request',
    },
    async () => {
      const { paths, lines } = await sendThreeRequests(await fixture())

      expect(lines.length, 'lines').toBe(paths.length)
      expect(paths.map((path) => lines.filter((line) => line.includes(path)).length)).toEqual([1, 1, 1])
    },
  ).sees('audit-log-legacy-on-two-lines')

  test({ title: 'no line of the log is a JSON object', id: 'no line is a JSON object' }, async () => {
    const { log } = await fixture()
    await sendThreeRequests(await fixture())
    const entries = log.entries()

    expect(entries.length, 'lines').toBeGreaterThan(0)
    expect(entries.filter(({ event }) => event !== undefined)).toEqual([])
  }).sees('audit-log-legacy-ignored')
})

must('flag.audit-webhook-mode.default', flagRow('--audit-webhook-mode', 'default'), () => {
  says('By default the webhook is in batch mode: answers do not wait for its receiver.')
  test(
    {
      title: 'the client receives the response to a request before a slow receiver responds',
      id: 'a request is answered while the receiver still takes its time',
    },
    async (check) => {
      await untilConclusive(async () => {
        const { server, receiver } = await fixture()
        receiver.answer({ batch: after(slowMs) })
        check.defer(async () => receiver.answer({ batch: (honest) => honest }))
        const [path = ''] = freshPaths(1)
        const fromMs = nowMs()
        await server.request({ path })
        const tookMs = Math.round(nowMs() - fromMs)
        if (tookMs < slowMs / 2) assertNotLate(fromMs + answeredWithinMs, 'The request')

        expect(tookMs, 'milliseconds').toBeLessThan(answeredWithinMs)
        // Waits for the event, because the next check needs the receiver exclusively.
        await becomesTrue(() => countOf([path], receiver.events) > 0, arrivedWithinMs)
      })
    },
  ).sees('audit-webhook-batch-blocks')
})

must('flag.audit-webhook-initial-backoff.wait', flagRow('--audit-webhook-initial-backoff', 'wait'), () => {
  says('A batch that the receiver did not take is sent again after that time.')
  const cases = {
    'answers 500': () => failing(1),
    'answers 404': () => failing(1, 404),
    'answers 429': () => failing(1, 429),
    'resets the connection': seeing(['audit-webhook-cut-batch-lost'], () => hangUpOnce()),
  }

  test
    .for(cases)(
      {
        title: 'a batch is sent again after the backoff time when the receiver %s',
        id: 'a batch is sent again after the time when the receiver %s',
      },
      async (refusing) => {
        const [first = 0, second = 0, ...more] = await deliveryTimes(
          await fixture(),
          refusing(),
          arrivedWithinMs,
        )

        expect(Math.round(second - first), 'milliseconds between the attempts').toBeGreaterThanOrEqual(
          backoffMs - 50,
        )
        expect(more).toEqual([])
      },
    )
    .sees('audit-webhook-backoff-ignored')
})
