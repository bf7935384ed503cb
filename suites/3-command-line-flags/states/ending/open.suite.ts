import { rulesOf, samplesWithin, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { countsByOutcome, drainPeriod, samplesOf } from '../samples.ts'
import { healthKinds } from '../model.ts'
import { scenarioOptions } from '../scenarios.ts'
import { recordedEnding } from './recorded-endings.ts'

const { unspecified } = rulesOf({ document: 3, section: 'Errors' })

unspecified(
  'lifecycle.draining.health-paths',
  {
    ...scenarioOptions,
    row: 'Other status codes and error bodies',
    aspect: 'health paths while draining',
    profile: 'apiserver-states',
  },
  () => {
    says('What the health paths answer while requests drain is open.')
    test(
      {
        title: 'records the responses of the health paths while requests drain',
        id: 'observes the health paths',
      },
      async (check) => {
        const recording = await recordedEnding('delay and retry-after')
        for (const kind of healthKinds)
          check.observe(
            `${kind} while draining`,
            countsByOutcome(samplesWithin(samplesOf(recording, kind), ...drainPeriod(recording))),
          )
      },
    )
  },
)

unspecified(
  'flag.shutdown-send-retry-after.unset',
  { ...flagRow('--shutdown-send-retry-after', 'unset'), ...scenarioOptions },
  () => {
    says(
      'Unspecified: the results of new requests and requests in flight without --shutdown-send-retry-after.',
    )
    test.for({ 'after a delay': 'delay alone', 'without a delay': 'no flag, busy' } as const)(
      'observes draining %s',
      async (name, check) => {
        const recording = await recordedEnding(name)
        for (const kind of ['fresh', 'kept', 'http2'] as const) {
          const samples = samplesOf(recording, kind).filter(({ sentAtMs }) => sentAtMs >= recording.drainAtMs)
          check.observe(`${kind} while draining`, countsByOutcome(samples))
        }
        for (const heldRequest of recording.holds)
          check.observe(heldRequest.name, heldRequest.end?.outcome.kind ?? 'never ended')
        check.observe('exit code', recording.exit?.code ?? recording.exit?.signal ?? 'still running')
        check.observe(
          'milliseconds from draining to the end',
          Math.round(recording.endedAtMs - recording.drainAtMs),
        )
      },
    )
  },
)

unspecified(
  'lifecycle.signals.second',
  {
    ...scenarioOptions,
    section: 'States and transitions',
    row: 'Other transitions',
    aspect: 'second signal',
    capability: 'objects',
  },
  () => {
    says('What a second signal does while the first one takes effect is open.')
    test(
      {
        title: 'records the effect of a second signal during the delay',
        id: 'observes a second signal during the delay',
      },
      async (check) => {
        const recording = await recordedEnding('second signal')
        const { secondSignalAfterMs = 0 } = recording.ending
        const ms = Math.round(recording.endedAtMs - recording.signalAtMs - secondSignalAfterMs)
        check.observe('exit code', recording.exit?.code ?? recording.exit?.signal ?? 'still running')
        check.observe('milliseconds from the second signal to the end', ms)
      },
    )
  },
)

unspecified(
  'flag.shutdown-delay-duration.unset',
  { ...flagRow('--shutdown-delay-duration', 'unset'), ...scenarioOptions },
  () => {
    says('What a server without a delay does between the signal and its end is open.')
    test(
      { title: 'records how an idle server ends', id: 'observes the end of an idle server' },
      async (check) => {
        const recording = await recordedEnding('no flag, idle')
        for (const kind of ['/readyz', '/livez', 'fresh'] as const) {
          const samples = samplesOf(recording, kind).filter(
            ({ sentAtMs }) => sentAtMs >= recording.signalAtMs,
          )
          check.observe(`${kind} after the signal`, countsByOutcome(samples))
        }
        check.observe('exit code', recording.exit?.code ?? recording.exit?.signal ?? 'still running')
        check.observe('milliseconds to the end', Math.round(recording.endedAtMs - recording.signalAtMs))
      },
    )
  },
)
