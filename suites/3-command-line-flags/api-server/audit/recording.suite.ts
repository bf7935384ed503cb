import { expect, rulesOf, says, test } from '#kit'
import { emptyDifference, compareLedger } from '../../../shared/audit/ledger.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter, families } from './event-counter.ts'
import { sendScript } from './script.ts'
import { configMapEvent } from './objects.ts'
import { blockingServer } from './blocking-server.ts'

const { must } = rulesOf({ document: 3, section: 'Events', capability: 'audit-events' })

const arrivedWithinMs = 12_000
const version = 'audit.orch.io/v1'

for (const family of families) {
  must(`flag.audit-${family}-version.default`, flagRow(`--audit-${family}-version`, 'default'), () => {
    says('Events are serialized with the group and version audit.orch.io/v1 unless the flag says otherwise.')
    test(
      { title: 'events have the group and version', id: 'events bear the group and version' },
      async () => {
        const { log, receiver } = await blockingServer()
        const versions =
          family === 'log'
            ? log.events().map(({ apiVersion }) => apiVersion)
            : receiver.batches.map(({ apiVersion }) => apiVersion)

        expect([...new Set(versions)]).toEqual([targetDialect().text(version)])
      },
    ).sees(`audit-${family}-version-missing`)
  })

  must(`audit.events.${family}-complete`, { row: 'audit backends and modes', aspect: family }, () => {
    says(`Each stage of each request that the policy selects is recorded to the ${family}, none twice.`)
    test(
      { title: 'each of many requests is recorded exactly once', id: 'a ledger of many requests holds' },
      async () => {
        const { server, log, receiver } = await blockingServer()
        const expected = await sendScript(server, family)
        const events = () => (family === 'log' ? log.events() : receiver.events)
        const eventCounter = new EventCounter(await blockingServer(), [])
        await eventCounter.until(
          () => compareLedger(expected, events()).lost.length === 0,
          arrivedWithinMs / 2,
        )

        expect(expected.length, 'requests').toBeGreaterThan(0)
        expect(compareLedger(expected, events())).toEqual(emptyDifference)
      },
    ).sees(`audit-${family}-event-lost`)
  })

  must(
    `flag.audit-${family}-truncate-enabled.off`,
    flagRow(`--audit-${family}-truncate-enabled`, 'off'),
    () => {
      says('Events are truncated only when the flag enables it.')
      test(
        {
          title: 'an event over the default maximum is complete',
          id: 'an event over the default maximum is whole',
        },
        async () => {
          const event = await configMapEvent(await blockingServer(), family, 120_000)

          expect(event?.requestObject, 'the request in the event').toBeDefined()
        },
      ).sees(`audit-${family}-truncate-always`)
    },
  )
}
