import { rulesOf, samplesWithin, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { counted, draining, samplesOf } from '../looks.ts'
import { healthKinds } from '../model.ts'
import { played } from '../stage.ts'
import { ended } from './played-endings.ts'

const { unspecified } = rulesOf({ document: 3, section: 'Errors' })

unspecified(
  'lifecycle.draining.health-paths',
  {
    ...played,
    row: 'Other status codes and error bodies',
    aspect: 'health paths while draining',
    profile: 'apiserver-states',
  },
  () => {
    says('What the health paths answer while requests drain is open.')
    test('observes the health paths', async (check) => {
      const seen = await ended('delay and retry-after')
      for (const kind of healthKinds)
        check.observe(
          `${kind} while draining`,
          counted(samplesWithin(samplesOf(seen, kind), ...draining(seen))),
        )
    })
  },
)

unspecified(
  'flag.shutdown-send-retry-after.unset',
  { ...flagRow('--shutdown-send-retry-after', 'unset'), ...played },
  () => {
    says(
      'Unspecified: the results of new requests and requests in flight without --shutdown-send-retry-after.',
    )
    test.for({ 'after a delay': 'delay alone', 'without a delay': 'no flag, busy' } as const)(
      'observes draining %s',
      async (name, check) => {
        const seen = await ended(name)
        for (const kind of ['fresh', 'kept', 'http2'] as const) {
          const samples = samplesOf(seen, kind).filter(({ sentAtMs }) => sentAtMs >= seen.drainAtMs)
          check.observe(`${kind} while draining`, counted(samples))
        }
        for (const held of seen.holds) check.observe(held.name, held.end?.outcome.kind ?? 'never ended')
        check.observe('exit code', seen.exit?.code ?? seen.exit?.signal ?? 'still running')
        check.observe('milliseconds from draining to the end', Math.round(seen.endedAtMs - seen.drainAtMs))
      },
    )
  },
)

unspecified(
  'lifecycle.signals.second',
  {
    ...played,
    section: 'States and transitions',
    row: 'Other transitions',
    aspect: 'second signal',
    capability: 'objects',
  },
  () => {
    says('What a second signal does while the first one takes effect is open.')
    test('observes a second signal during the delay', async (check) => {
      const seen = await ended('second signal')
      const { secondSignalAfterMs = 0 } = seen.ending
      const ms = Math.round(seen.endedAtMs - seen.signalAtMs - secondSignalAfterMs)
      check.observe('exit code', seen.exit?.code ?? seen.exit?.signal ?? 'still running')
      check.observe('milliseconds from the second signal to the end', ms)
    })
  },
)

unspecified(
  'flag.shutdown-delay-duration.unset',
  { ...flagRow('--shutdown-delay-duration', 'unset'), ...played },
  () => {
    says('What a server without a delay does between the signal and its end is open.')
    test('observes the end of an idle server', async (check) => {
      const seen = await ended('no flag, idle')
      for (const kind of ['/readyz', '/livez', 'fresh'] as const) {
        const samples = samplesOf(seen, kind).filter(({ sentAtMs }) => sentAtMs >= seen.signalAtMs)
        check.observe(`${kind} after the signal`, counted(samples))
      }
      check.observe('exit code', seen.exit?.code ?? seen.exit?.signal ?? 'still running')
      check.observe('milliseconds to the end', Math.round(seen.endedAtMs - seen.signalAtMs))
    })
  },
)
