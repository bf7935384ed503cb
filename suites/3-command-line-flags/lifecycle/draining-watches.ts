import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { HarnessError } from '#harness/errors.ts'
import { flagRow } from '../flag-rules.ts'
import type { EndingSeen } from './ending.ts'
import type { Endings } from './endings.ts'
import { clockMs, doubtMachine } from './looks.ts'
import { byTransport, watchNames } from './watches.ts'
import { played } from './stage.ts'

const row = { document: 3, section: 'States and transitions', row: 'draining: active watches' } as const

const waits = watchNames.map((name) => `cuts no watch ${name} before its grace period has ended`)

/** The state after the delay, with --shutdown-watch-termination-grace-period. */
export function drainingWatchesRules(ended: Endings): void {
  rule(
    {
      id: 'lifecycle.draining.waits-for-watches',
      level: 'MUST',
      says: 'While draining, the server waits up to the grace period for active watches to drain.',
      source: { ...row, row: `${row.row}, waits` },
      capability: 'objects',
      ...played,
      faults: {
        'watches-cut-at-drain': waits,
        'watches-http1-cut-at-drain': [waits[0] ?? ''],
        'watches-http2-cut-at-drain': [waits[1] ?? ''],
        'watches-websocket-cut-at-drain': [waits[2] ?? ''],
        'watch-grace-from-signal': waits,
      },
    },
    () => {
      test.for(byTransport)(
        'cuts no watch %s before its grace period has ended',
        async (transport, check) => {
          if (transport === 'websocket') check.needs('watch-websocket')
          const seen = await ended('delay and grace')
          const end = seen.watches.find((one) => one.transport === transport)?.end
          const graceEndsAtMs = seen.drainAtMs + (seen.ending.graceMs ?? 0)
          check.observe('end of the watch', {
            how: end?.how ?? 'none',
            millisecondsAfterDraining: end && Math.round(end.atMs - seen.drainAtMs),
          })
          const isCutEarly = end?.how === 'cut' && end.atMs < graceEndsAtMs - clockMs

          expect({ isCutEarly, detail: isCutEarly ? end.detail : '' }).toEqual({
            isCutEarly: false,
            detail: '',
          })
        },
      )
    },
  )

  rule(
    {
      id: 'lifecycle.draining.waits-no-longer',
      level: 'MUST',
      says: 'The server waits for watches until they have drained, and at most for the grace period.',
      source: { ...row, row: `${row.row}, up to that period` },
      capability: 'objects',
      ...played,
      faults: {
        'watch-grace-never-ends': ['ends once the grace period is over'],
        'watch-grace-always-whole': ['ends once the watches are left'],
      },
    },
    () => {
      test('ends once the grace period is over', async (check) => {
        const seen = await ended('delay and grace')
        expectWatches(seen)
        check.observe('milliseconds from draining to the end', Math.round(seen.endedAtMs - seen.drainAtMs))

        // How soon is open, so that only a server that goes on until it is killed waits longer.
        expect(seen.exit, 'the end of the program').toBeDefined()
      })

      test('ends once the watches are left', async (check) => {
        const seen = await ended('grace, and the watches leave')
        expectWatches(seen)
        check.observe('milliseconds from draining to the end', Math.round(seen.endedAtMs - seen.drainAtMs))
        const { leaveAfterMs = 0, graceMs = 0 } = seen.ending
        doubtMachine(seen, (graceMs - leaveAfterMs) / 4)

        expect(seen.endedAtMs - seen.drainAtMs, 'milliseconds from draining to the end').toBeLessThan(graceMs)
      })
    },
  )

  rule(
    {
      id: 'flag.shutdown-watch-termination-grace-period.unset',
      level: 'UNSPECIFIED',
      says: 'What becomes of watches without --shutdown-watch-termination-grace-period is open.',
      source: flagRow('--shutdown-watch-termination-grace-period', 'unset'),
      capability: 'objects',
      ...played,
    },
    () => {
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
}

function expectWatches({ watches }: EndingSeen): void {
  if (watches.length === 0) throw new HarnessError('untestable', 'There was no watch to wait for.')
}
