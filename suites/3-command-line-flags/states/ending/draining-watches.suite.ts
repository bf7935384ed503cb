import { expect, HarnessError, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import type { ObservedEnding } from './ending.ts'
import { clockMs, rejectMachineJitter, expectEndWithin, expectQuiet } from '../samples.ts'
import { byTransport } from './watches.ts'
import { scenarioOptions } from '../scenarios.ts'
import { recordedEnding } from './recorded-endings.ts'

const { must, unspecified } = rulesOf({
  document: 3,
  section: 'States and transitions',
  capability: 'objects',
})

// Tolerance for the exit of a program, less than one more period.
const slackMs = 1_400

must(
  'lifecycle.draining.waits-for-watches',
  { ...scenarioOptions, row: 'draining: active watches', aspect: 'waits' },
  () => {
    says('While draining, the server waits up to the grace period for active watches to drain.')
    test
      .for(byTransport)('ends no watch %s before its grace period has ended', async (transport, check) => {
        if (transport === 'websocket') check.needs('watch-websocket')
        const recording = await recordedEnding('delay and grace')
        const watchEnd = recording.watches.find((one) => one.transport === transport)?.end
        const graceEndsAtMs = recording.drainAtMs + (recording.ending.graceMs ?? 0)
        check.observe('end of the watch', {
          how: watchEnd?.how ?? 'none',
          millisecondsAfterDraining: watchEnd && Math.round(watchEnd.atMs - recording.drainAtMs),
        })
        const earlyEnd =
          watchEnd !== undefined && watchEnd.atMs < graceEndsAtMs - clockMs ? watchEnd : undefined

        expect(
          earlyEnd && { how: earlyEnd.how, detail: earlyEnd.detail },
          'the end of the watch within the grace period',
        ).toBeUndefined()
        expectQuiet(recording, (recording.ending.graceMs ?? 0) / 3)
      })
      .sees((transport) => `watches-${transport}-cut-at-drain`)
  },
)

must(
  'lifecycle.draining.waits-no-longer',
  { ...scenarioOptions, row: 'draining: active watches', aspect: 'up to that period' },
  () => {
    says('The server waits for watches until they have drained, and at most for the grace period.')
    test('ends once the grace period is over', async () => {
      const recording = await recordedEnding('delay and grace')
      expectWatches(recording)
      rejectMachineJitter(recording, slackMs / 3)

      expect(recording.exit, 'the end of the program').toBeDefined()
      // The server has nothing else to wait for.
      expectEndWithin(recording, (recording.ending.graceMs ?? 0) + slackMs)
    }).sees('watch-grace-tripled')

    test(
      { title: 'ends once the clients have left their watches', id: 'ends once the watches are left' },
      async () => {
        const recording = await recordedEnding('grace, and the watches leave')
        expectWatches(recording)
        const { leaveAfterMs = 0, graceMs = 0 } = recording.ending
        rejectMachineJitter(recording, (graceMs - leaveAfterMs) / 4)

        expectEndWithin(recording, graceMs / 2)
      },
    ).sees('watch-grace-always-whole')

    test({ title: 'ends without the grace period if no watch is open', id: 'no-watch-open' }, async () => {
      const recording = await recordedEnding('grace, and no watch')
      const { graceMs = 0 } = recording.ending
      rejectMachineJitter(recording, graceMs / 4)

      expect(recording.exit, 'the end of the program').toBeDefined()
      expectEndWithin(recording, graceMs / 2)
    }).sees('watch-grace-without-watches')
  },
)

unspecified(
  'flag.shutdown-watch-termination-grace-period.unset',
  { ...flagRow('--shutdown-watch-termination-grace-period', 'unset'), ...scenarioOptions },
  () => {
    says('What becomes of watches without --shutdown-watch-termination-grace-period is open.')
    test({ title: 'records how the watches end', id: 'observes the ends of the watches' }, async (check) => {
      const recording = await recordedEnding('no flag, busy')
      for (const { transport, end } of recording.watches) {
        const ms = end && Math.round(end.atMs - recording.drainAtMs)
        check.observe(`watch over ${transport}`, { how: end?.how, millisecondsAfterTheSignal: ms })
      }
      check.observe('milliseconds to the end', Math.round(recording.endedAtMs - recording.signalAtMs))
    })
  },
)

function expectWatches({ watches }: ObservedEnding): void {
  if (watches.length === 0) throw new HarnessError('untestable', 'There was no watch to wait for.')
}
