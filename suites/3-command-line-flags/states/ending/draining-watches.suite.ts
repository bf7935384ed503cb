import { expect, HarnessError, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import type { EndingSeen } from './ending.ts'
import { clockMs, doubtMachine, expectEndWithin, expectQuiet } from '../looks.ts'
import { byTransport } from './watches.ts'
import { played } from '../stage.ts'
import { ended } from './played-endings.ts'

const { must, unspecified } = rulesOf({
  document: 3,
  section: 'States and transitions',
  capability: 'objects',
})

// Time for last bytes, logs and the rest of a program's end. Less than one more period.
const slackMs = 1_400

must(
  'lifecycle.draining.waits-for-watches',
  { ...played, row: 'draining: active watches', aspect: 'waits' },
  () => {
    says('While draining, the server waits up to the grace period for active watches to drain.')
    test
      .for(byTransport)('ends no watch %s before its grace period has ended', async (transport, check) => {
        if (transport === 'websocket') check.needs('watch-websocket')
        const seen = await ended('delay and grace')
        const end = seen.watches.find((one) => one.transport === transport)?.end
        const graceEndsAtMs = seen.drainAtMs + (seen.ending.graceMs ?? 0)
        check.observe('end of the watch', {
          how: end?.how ?? 'none',
          millisecondsAfterDraining: end && Math.round(end.atMs - seen.drainAtMs),
        })
        const early = end !== undefined && end.atMs < graceEndsAtMs - clockMs ? end : undefined

        expect(
          early && { how: early.how, detail: early.detail },
          'the end of the watch within the grace period',
        ).toBeUndefined()
        expectQuiet(seen, (seen.ending.graceMs ?? 0) / 3)
      })
      .sees((transport) => `watches-${transport}-cut-at-drain`)
  },
)

must(
  'lifecycle.draining.waits-no-longer',
  { ...played, row: 'draining: active watches', aspect: 'up to that period' },
  () => {
    says('The server waits for watches until they have drained, and at most for the grace period.')
    test('ends once the grace period is over', async () => {
      const seen = await ended('delay and grace')
      expectWatches(seen)
      doubtMachine(seen, slackMs / 3)

      expect(seen.exit, 'the end of the program').toBeDefined()
      // The server has nothing else to wait for.
      expectEndWithin(seen, (seen.ending.graceMs ?? 0) + slackMs)
    }).sees('watch-grace-tripled')

    test('ends once the watches are left', async () => {
      const seen = await ended('grace, and the watches leave')
      expectWatches(seen)
      const { leaveAfterMs = 0, graceMs = 0 } = seen.ending
      doubtMachine(seen, (graceMs - leaveAfterMs) / 4)

      expectEndWithin(seen, graceMs)
    }).sees('watch-grace-always-whole')
  },
)

unspecified(
  'flag.shutdown-watch-termination-grace-period.unset',
  { ...flagRow('--shutdown-watch-termination-grace-period', 'unset'), ...played },
  () => {
    says('What becomes of watches without --shutdown-watch-termination-grace-period is open.')
    test('observes the ends of the watches', async (check) => {
      const seen = await ended('no flag, busy')
      for (const { transport, end } of seen.watches) {
        const ms = end && Math.round(end.atMs - seen.drainAtMs)
        check.observe(`watch over ${transport}`, { how: end?.how, millisecondsAfterTheSignal: ms })
      }
      check.observe('milliseconds to the end', Math.round(seen.endedAtMs - seen.signalAtMs))
    })
  },
)

function expectWatches({ watches }: EndingSeen): void {
  if (watches.length === 0) throw new HarnessError('untestable', 'There was no watch to wait for.')
}
