import { becomesTrue, expect, refuses, rulesOf, says, test, until } from '#kit'
import { file } from '#kit/launch.ts'
import { startAuditReceivers } from '#mocks/audit-receiver/index.ts'
import { type Answer, hangUp, status } from '#mocks/http/index.ts'
import type { Presented } from '#mocks/tls/index.ts'
import { clientConfig } from '#mocks/webhook/index.ts'
import { startServer } from '../../../shared/api-server.ts'
import { auditedPathsPolicy, countOf, firstPath, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { blockingServer } from './blocking-server.ts'

const { must } = rulesOf()

const arrivedWithinMs = 10_000

const failures: Readonly<Record<string, Answer<string>>> = {
  'responds with status 500': status(500),
  'resets connections': hangUp,
}

must(
  'audit.events.log-without-receiver',
  {
    document: 3,
    section: 'Events',
    row: 'audit backends and modes',
    aspect: 'log, while the receiver fails',
  },
  () => {
    says('Events are recorded to the log while the receiver of the webhook fails.')
    test
      .for(failures)(
        { title: 'an event is in the log while the receiver %s', id: '%s' },
        async (batch, check) => {
          const { server, log, receiver } = await blockingServer()
          receiver.answer({ batch })
          check.defer(async () => receiver.answer({ batch: (honest) => honest }))
          const [path = ''] = freshPaths(1)
          await server.request({ path })
          await becomesTrue(() => countOf([path], log.events()) === 1, arrivedWithinMs)

          expect(countOf([path], log.events()), 'events in the log').toBe(1)
          expect(countOf([path], receiver.events), 'events that were sent').toBe(1)
        },
      )
      .sees('audit-log-after-receiver')
  },
)

const distrusted: Readonly<Record<string, { readonly presents: Presented; readonly fault: string }>> = {
  'of another authority': { presents: 'other-authority', fault: 'client-config-server-not-verified' },
  'for another host': { presents: 'wrong-host', fault: 'client-config-server-name-ignored' },
}

must(
  'flag.audit-webhook-config-file.verified',
  {
    ...flagRow('--audit-webhook-config-file', 'certificate of the receiver'),
    twin: 'flag.audit-webhook-config-file.receiver/the-receiver-gets-the-first-event',
    overlaps: true,
  },
  () => {
    says('Events are sent to a receiver alone that the CA of the file verifies.')
    refuses
      .for(distrusted)(
        { title: 'to send events to a receiver with a certificate %s', id: 'a certificate %s' },
        async ({ presents }, check) => {
          const receivers = await startAuditReceivers({ presents })
          check.defer(() => receivers.stop())
          const { url, certificateAuthority } = receivers.receiver('events')
          const config = JSON.stringify(clientConfig({ server: url, certificateAuthority }))
          const server = await startServer({
            peers: [receivers],
            flags: {
              '--audit-policy-file': file('policy.yaml', auditedPathsPolicy),
              '--audit-webhook-config-file': file('receiver.yaml', config, { verbatim: true }),
              '--audit-webhook-batch-max-wait': '100ms',
            },
          })
          await server.request({ path: firstPath })
          await until(() => receivers.journal.length > 0, {
            withinMs: arrivedWithinMs,
            what: 'the server connected with the receiver',
          })

          expect(receivers.receiver('events').events).toEqual([])
        },
      )
      .sees(({ fault }) => fault)
  },
)
