import { expectReady } from '#harness/check/launching.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { sharedOutcome } from '../../shared/api-server.ts'
import { type DocumentedFlag, flagRow, helpRule, typeRule } from '../../shared/flags/flag-rules.ts'

const { must } = rulesOf()

const durations = { 'a word': 'soon', 'a number without a unit': '15' }
const integers = { 'a word': 'many', 'a fraction': '1.5' }

interface LifecycleFlag extends DocumentedFlag {
  readonly accepted: string | number | boolean
  /** Values that are none of its type; absent where every text is one. */
  readonly wrong?: Readonly<Record<string, string>>
}

/** The flags that shape start-up, shutdown and what is served between, as the documents have them. */
const flags: readonly LifecycleFlag[] = [
  { flag: '--debug-socket-path', type: 'string', accepted: 'debug.sock' },
  { flag: '--goaway-chance', type: 'float', accepted: 0.001, wrong: { 'a word': 'seldom' } },
  { flag: '--http2-max-streams-per-connection', type: 'int', accepted: 50, wrong: integers },
  { flag: '--livez-grace-period', type: 'duration', accepted: '10s', wrong: durations },
  { flag: '--max-mutating-requests-inflight', type: 'int', default: '200', accepted: 100, wrong: integers },
  { flag: '--max-requests-inflight', type: 'int', default: '400', accepted: 300, wrong: integers },
  {
    flag: '--min-request-timeout',
    type: 'int',
    default: '1800',
    accepted: 900,
    wrong: { ...integers, 'a duration': '30m' },
  },
  { flag: '--profiling', type: 'bool', default: 'true', accepted: false, wrong: { 'a word': 'perhaps' } },
  { flag: '--request-timeout', type: 'duration', default: '1m0s', accepted: '30s', wrong: durations },
  { flag: '--shutdown-delay-duration', type: 'duration', accepted: '1s', wrong: durations },
  { flag: '--shutdown-send-retry-after', type: 'bool', accepted: true, wrong: { 'a word': 'perhaps' } },
  { flag: '--shutdown-watch-termination-grace-period', type: 'duration', accepted: '1s', wrong: durations },
  {
    flag: '--storage-initialization-timeout',
    type: 'duration',
    default: '1m0s',
    accepted: '20s',
    wrong: durations,
  },
]

// What a fault of the reference refuses.
const refused = '--shutdown-watch-termination-grace-period'
const together = sharedOutcome(() => ({
  flags: Object.fromEntries(flags.map(({ flag, accepted }) => [flag, accepted])),
}))

must('lifecycle.flags.accepted', flagRow('--livez-grace-period', 'value'), () => {
  says('The flags of the life cycle take values of their documented types.')
  test('accepts a value of its type for each flag', async () => {
    expectReady(await together())
  }).sees('lifecycle-flags-refused')
})

for (const { accepted: value, wrong, ...documented } of flags) {
  helpRule(documented)
  if (wrong === undefined) continue
  typeRule({
    ...documented,
    values: wrong,
    accepted: { value, together, ...(documented.flag === refused && { sees: ['lifecycle-flags-refused'] }) },
  })
}
