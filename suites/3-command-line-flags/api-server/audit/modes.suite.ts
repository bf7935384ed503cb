import { expect, nowMs, rulesOf, says, test } from '#kit'
import { after, status } from '#mocks/http/index.ts'
import { countOf, firstPath, freshPaths, receiverToken } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { blockingServer } from './blocking-server.ts'

const { must, unspecified } = rulesOf()

const slowMs = 400

must('flag.audit-log-mode.blocking', flagRow('--audit-log-mode', 'blocking'), () => {
  says('In blocking mode, which is the default of the log, an answer waits until its event is written.')
  test(
    {
      title: 'the event of a request is in the file when its response arrives',
      id: 'the event of a request is in the file when its answer is there',
    },
    async () => {
      const { server, log } = await blockingServer()
      const writtenCounts: number[] = []
      for (const path of freshPaths(3)) {
        await server.request({ path })
        writtenCounts.push(countOf([path], log.events()))
      }

      expect(writtenCounts, 'events in the file').toEqual([1, 1, 1])
    },
  ).sees('audit-log-never-blocks')
})

must('flag.audit-webhook-mode.blocking', flagRow('--audit-webhook-mode', 'blocking'), () => {
  says('In blocking mode an answer waits until its event has been sent.')
  test(
    {
      title: 'a response waits for a slow receiver',
      id: 'an answer waits for a receiver that takes its time',
    },
    async (check) => {
      const { server, receiver } = await blockingServer()
      receiver.answer({ batch: after(slowMs) })
      check.defer(async () => receiver.answer({ batch: (honest) => honest }))
      const [path = ''] = freshPaths(1)
      const fromMs = nowMs()
      await server.request({ path })

      expect(Math.round(nowMs() - fromMs), 'milliseconds').toBeGreaterThanOrEqual(slowMs - 5)
      expect(countOf([path], receiver.events), 'events that arrived').toBe(1)
    },
  ).sees('audit-webhook-never-blocks')
})

unspecified(
  'flag.audit-webhook-mode.blocking-failure',
  { ...flagRow('--audit-webhook-mode', 'failures while blocking'), waits: true },
  () => {
    says('Unspecified: the result of a request in blocking mode if its event is not accepted.')
    test(
      {
        title: 'records the response to a request whose event the receiver rejects',
        id: 'a request whose event the receiver refuses',
      },
      async (check) => {
        const { server, receiver } = await blockingServer()
        receiver.answer({ batch: status(500) })
        check.defer(async () => receiver.answer({ batch: (honest) => honest }))
        const discoveryResponse = await server.request({ path: '/api/v1' })
        const [path = ''] = freshPaths(1)
        const recordedResponse = await server.request({ path })
        check.observe('statuses without and with a refused event', [
          discoveryResponse.status,
          recordedResponse.status,
        ])
      },
    )
  },
)

must('flag.audit-log-path.file', flagRow('--audit-log-path', 'file'), () => {
  says('Events are recorded to the file that the flag names.')
  test(
    {
      title: 'the file has the event of the first request',
      id: 'the file has the first request that the server was sent',
    },
    async () => {
      const { log } = await blockingServer()

      expect(log.entries().filter(({ text }) => text.includes(firstPath)).length, 'lines').toBe(1)
    },
  ).sees('audit-log-first-event-lost')
})

must('flag.audit-log-format.json', flagRow('--audit-log-format', 'json'), () => {
  says('In the format json, which is the default, an event is a line that holds one JSON object.')
  test({ title: 'every line of the log is a JSON object', id: 'every line is a JSON object' }, async () => {
    const entries = (await blockingServer()).log.entries()

    expect(entries.length, 'lines').toBeGreaterThan(0)
    expect(entries.filter(({ event }) => event === undefined)).toEqual([])
  }).sees('audit-log-begins-legacy')
})

must('flag.audit-webhook-config-file.receiver', flagRow('--audit-webhook-config-file', 'receiver'), () => {
  says('Events are sent where the client configuration file leads, with its credentials.')
  test('the receiver gets the first event', async () => {
    const { receiver } = await blockingServer()

    expect(countOf([firstPath], receiver.events), 'events').toBe(1)
  }).sees('audit-webhook-first-batch-lost')

  test(
    {
      title: 'every batch is sent with the token of the file',
      id: 'every batch bears the token of the file',
    },
    async () => {
      const { receiver } = await blockingServer()
      const tokens = new Set(receiver.batches.map(({ bearerToken }) => bearerToken))

      expect([...tokens]).toEqual([receiverToken])
    },
  ).sees('client-config-token-not-sent')
})
