import { expect, JitterCanary, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { byTransport } from '../ending/watches.ts'
import { configMaps } from '../fixture.ts'
import { holdInStore } from '../holds.ts'
import { clockMs } from '../samples.ts'
import {
  expectEndAtTimeout,
  minWatchSeconds,
  requestTimeoutMs,
  timeoutFixture,
  watchesWithinMs,
} from './timeout-fixture.ts'
import { watchUntilEnded } from './watch-lifetimes.ts'

const { must } = rulesOf({ capability: 'objects', overlaps: true, waits: true })

const { 'over HTTP/1.1': _, ...otherTransports } = byTransport

must('flag.request-timeout.http2', flagRow('--request-timeout', 'HTTP/2'), () => {
  says('A request over HTTP/2 that takes longer than --request-timeout is ended then, too.')
  test({ title: 'ends a request over HTTP/2 that takes longer than the timeout', id: 'longer' }, async () => {
    const stateFixture = await timeoutFixture()
    using canary = new JitterCanary(stateFixture.server.processId)
    const held = { name: 'long', connection: 'http2', withinMs: 5 * requestTimeoutMs } as const
    const heldRequest = await holdInStore(stateFixture, held)
    await expectEndAtTimeout(heldRequest, canary)
  }).sees('request-timeout-of-http1-alone', 'request-timeout-ignored')
})

must('flag.min-request-timeout.transports', flagRow('--min-request-timeout', 'transports'), () => {
  says('Watches over each transport are kept open for at least --min-request-timeout seconds.')
  test
    .for(otherTransports)(
      { title: "keeps watches %s open for at least the flag's time", id: '%s' },
      async (transport, check) => {
        if (transport === 'websocket') check.needs('watch-websocket')
        const { server } = await timeoutFixture()
        const options = { path: configMaps, atOnce: 5, withinMs: watchesWithinMs, transport }
        const { openMs } = await watchUntilEnded(server, options)
        check.observe('milliseconds that each watch was open', openMs)

        expect(Math.min(...openMs)).toBeGreaterThanOrEqual(minWatchSeconds * 1_000 - clockMs)
      },
    )
    .sees('watches-of-other-transports-end-early', 'request-timeout-ends-watches', 'watch-ends-early')
})
