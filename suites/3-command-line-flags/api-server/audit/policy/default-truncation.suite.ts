import { expect, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../../shared/flags/place.ts'
import { families } from '../event-counter.ts'
import { configMapEvent } from '../objects.ts'
import { policyServer } from './policy-server.ts'

const { must } = rulesOf({ capability: 'audit-events' })

const defaultMaxSize = 102_400

for (const family of families) {
  must(
    `flag.audit-${family}-truncate-max-event-size.default`,
    flagRow(`--audit-${family}-truncate-max-event-size`, 'default'),
    () => {
      says(
        'When truncation is enabled, an event over 102400 bytes loses request and response, and one below does not.',
      )
      test('an event below the default maximum keeps its request', async () => {
        // The response contains the object again.
        const event = await configMapEvent(await policyServer(), family, 0.35 * defaultMaxSize)

        expect(event?.requestObject, 'the request in the event').toBeDefined()
      }).sees(`audit-${family}-event-default-halved`)

      test(
        {
          title: 'an event over the default maximum loses its request',
          id: 'an event over the default maximum loses it',
        },
        async () => {
          const event = await configMapEvent(await policyServer(), family, 1.1 * defaultMaxSize)

          expect(event, 'the event').toBeDefined()
          expect(event?.requestObject, 'the request in the event').toBeUndefined()
        },
      ).sees(`audit-${family}-large-event-dropped`)
    },
  )
}
