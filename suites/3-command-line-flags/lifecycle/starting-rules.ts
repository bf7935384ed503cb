import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { HarnessError } from '#harness/errors.ts'
import { edgeOf, samplesWithin } from '#harness/observe/edge.ts'
import { doubtJitter } from '#harness/observe/doubt.ts'
import type { Sample } from '#harness/observe/sampler.ts'
import { flagRow } from '../flag-rules.ts'
import { atOnceMs, clockMs, counted, isServed } from './looks.ts'
import { healthKinds, type HealthKind } from './model.ts'
import { played } from './stage.ts'
import type { StartingSeen } from './starting.ts'
import type { StartingName } from './starting-model.ts'
import type { Startings } from './startings.ts'

const section = 'States and transitions'
const timePasses = { document: 3, section, row: 'starting: time passes' } as const
const initialized = { document: 3, section, row: 'starting: storage initialized' } as const

/** What was answered on a path within a span of time; rejects as `inconclusive` when nothing was. */
function answersWithin(
  seen: StartingSeen,
  path: HealthKind,
  fromMs: number,
  toMs: number,
): readonly Sample[] {
  const samples = samplesWithin(seen.samplers.get(path)?.samples ?? [], fromMs, toMs)
  const answered = samples.filter(({ outcome }) => outcome.kind === 'answered')
  if (answered.length > 0) return answered
  const first = seen.firstAnswerAtMs
  const since =
    first === undefined ? 'nothing at all' : `first after ${Math.round(first - seen.startedAtMs)} ms`
  throw new HarnessError(
    'inconclusive',
    `Nothing was answered on ${path} while it mattered, ${since}: this machine starts the server too slowly.`,
  )
}

const served = (samples: readonly Sample[]): Record<string, number> =>
  counted(samples.filter(({ outcome }) => isServed(outcome)))

const unserved = (samples: readonly Sample[]): Record<string, number> =>
  counted(samples.filter(({ outcome }) => !isServed(outcome)))

/** The moment at which the grace period ends at the earliest. */
function graceEnd({ startedAtMs, starting }: StartingSeen): number {
  return startedAtMs + (starting.livezGraceMs ?? 0)
}

/** The state before the server is ready. */
export function startingRules(started: Startings): void {
  const graced = () => started('grace period, stalled storage')

  rule(
    {
      id: 'lifecycle.starting.livez-within-grace',
      level: 'MUST',
      says: 'Until --livez-grace-period has elapsed, /livez succeeds although start-up is not complete.',
      source: { ...timePasses, row: `${timePasses.row}, livez` },
      ...played,
      faults: {
        'livez-without-grace': ['answers /livez with success while the grace period runs'],
        'livez-grace-halved': ['answers /livez with success while the grace period runs'],
      },
    },
    () => {
      test('answers /livez with success while the grace period runs', async () => {
        const seen = await graced()
        const samples = answersWithin(seen, '/livez', seen.startedAtMs, graceEnd(seen) - clockMs)

        expect(unserved(samples)).toEqual({})
      })
    },
  )

  rule(
    {
      id: 'flag.livez-grace-period.is-a-maximum',
      level: 'MUST',
      says: 'Once --livez-grace-period has elapsed, /livez assumes no more that start-up will be completed.',
      source: flagRow('--livez-grace-period', 'meaning'),
      ...played,
      faults: { 'livez-grace-never-ends': ['fails /livez once the grace period has elapsed'] },
    },
    () => {
      test('fails /livez once the grace period has elapsed', async () => {
        const seen = await graced()
        const { firstAnswerAtMs = 0, starting, storeBackAtMs = 0 } = seen
        // The server's own clock may have begun as late as with its first answer.
        const fromMs = firstAnswerAtMs + (starting.livezGraceMs ?? 0) + atOnceMs
        const samples = answersWithin(seen, '/livez', fromMs, storeBackAtMs)

        expect(served(samples)).toEqual({})
      })
    },
  )

  rule(
    {
      id: 'lifecycle.starting.readyz-has-no-grace',
      level: 'MUST',
      says: 'The grace period is that of /livez: while storage is not initialized, it makes nobody ready.',
      source: { ...timePasses, row: `${timePasses.row}, readyz` },
      ...played,
      faults: {
        'readyz-given-grace': ['fails /readyz while the grace period carries /livez'],
        'ready-before-storage': ['fails /readyz while the grace period carries /livez'],
      },
    },
    () => {
      test('fails /readyz while the grace period carries /livez', async () => {
        const seen = await graced()
        const samples = answersWithin(seen, '/readyz', seen.startedAtMs, graceEnd(seen))

        expect(served(samples)).toEqual({})
      })
    },
  )

  rule(
    {
      id: 'lifecycle.starting.ready-with-storage',
      level: 'MUST',
      says: 'The server is declared ready when its storage is initialized within its time, and no sooner.',
      source: { ...initialized, row: `${initialized.row}, ready` },
      ...played,
      faults: {
        'ready-before-storage': ['fails /readyz while the storage is not initialized'],
        'never-ready-after-slow-storage': ['answers /readyz with success once the storage is initialized'],
      },
    },
    () => {
      test('answers /readyz with success once the storage is initialized', async (check) => {
        const seen = await started('slow storage')
        const samples = seen.samplers.get('/readyz')?.samples ?? []
        const edge = edgeOf(samples, seen.storeBackAtMs ?? 0, ({ outcome }) => isServed(outcome))
        const ms = edge && Math.round(edge.latestMs - (seen.storeBackAtMs ?? 0))
        check.observe('milliseconds from the answering store to ready', ms)
        doubtJitter(() => seen.jitterMs)

        expect(edge, 'when it was ready').toBeDefined()
      })

      test('fails /readyz while the storage is not initialized', async () => {
        const seen = await started('slow storage')
        const samples = answersWithin(seen, '/readyz', seen.startedAtMs, seen.storeBackAtMs ?? 0)

        expect(served(samples)).toEqual({})
      })
    },
  )

  const openStarts: Readonly<Record<string, { name: StartingName; row: string; says: string }>> = {
    'storage-timeout': {
      name: 'storage slower than its time',
      row: 'starting: storage initialized, not in time',
      says: 'What a server does whose storage is not initialized within --storage-initialization-timeout is open.',
    },
    'without-grace': {
      name: 'slow storage',
      row: 'Other transitions, start-up without a grace period',
      says: 'What the health paths say during start-up without a grace period is open.',
    },
    'absent-storage': {
      name: 'absent storage',
      row: 'Other transitions, start-up without any storage',
      says: 'What a server does whose storage refuses connections is open.',
    },
    signal: {
      name: 'signal during start-up',
      row: 'Other transitions, termination during start-up',
      says: 'What a request for termination does during start-up is open.',
    },
  }
  for (const [id, { name, row, says }] of Object.entries(openStarts)) {
    rule(
      {
        id: `lifecycle.starting.${id}`,
        level: 'UNSPECIFIED',
        says,
        source: { document: 3, section, row },
        ...played,
      },
      () => {
        test('observes the health paths and the end', async (check) => {
          const seen = await started(name)
          const { program } = seen.world.server
          for (const path of healthKinds)
            check.observe(`${path}, until ready or given up`, phases(seen, path))
          const isEnded = program.exit !== undefined && program.exit.signal !== 'SIGKILL'
          check.observe('exit', isEnded ? (program.exit?.code ?? program.exit?.signal) : 'still running')
        })
      },
    )
  }

  rule(
    {
      id: 'flag.storage-initialization-timeout.elapsed',
      level: 'UNSPECIFIED',
      says: 'The wait for storage is bounded; whether a server is then ready, or ends, is open.',
      source: flagRow('--storage-initialization-timeout', 'elapsed'),
      ...played,
    },
    () => {
      test('observes when a server with stalled storage is declared ready', async (check) => {
        const seen = await started('storage slower than its time')
        const edge = edgeOf(seen.samplers.get('/readyz')?.samples ?? [], 0, ({ outcome }) =>
          isServed(outcome),
        )
        const readyMs = edge && Math.round(edge.latestMs - seen.startedAtMs)
        const storeBackMs = Math.round((seen.storeBackAtMs ?? 0) - seen.startedAtMs)
        const { storageTimeoutMs } = seen.starting
        check.observe('milliseconds from the start', { storageTimeoutMs, storeBackMs, readyMs })
      })
    },
  )

  rule(
    {
      id: 'lifecycle.model.starting',
      level: 'UNSPECIFIED',
      says: 'Every health path is looked at in every start that the documents tell apart.',
      source: { document: 3, section, row: 'Other transitions, coverage of start-up' },
      ...played,
    },
    () => {
      test('observes which cells were seen', async (check) => {
        const names: readonly StartingName[] = [
          'grace period, stalled storage',
          'slow storage',
          'storage slower than its time',
          'absent storage',
          'signal during start-up',
        ]
        const all = await Promise.all(names.map(started))
        const looks = all.flatMap((seen) =>
          healthKinds.map(
            (path) =>
              [`starting, ${path}, ${seen.name}`, seen.samplers.get(path)?.samples.length ?? 0] as const,
          ),
        )
        check.observe('looks per cell', Object.fromEntries(looks))
        const missing = looks.filter(([, times]) => times === 0)
        for (const { jitterMs } of all) doubtJitter(() => jitterMs)
        if (missing.length > 0)
          throw new HarnessError(
            'untestable',
            `Nothing was seen of ${missing.map(([cell]) => cell).join('; ')}.`,
          )
      })
    },
  )
}

/** What a path said one after another, with the milliseconds from the start at which each began. */
function phases(seen: StartingSeen, path: HealthKind): readonly string[] {
  const samples = seen.samplers.get(path)?.samples ?? []
  const texts = samples.map((sample) => Object.keys(counted([sample]))[0] ?? '')
  return texts.flatMap((text, index) =>
    text === texts[index - 1]
      ? []
      : [`${text} from ${Math.round((samples[index]?.sentAtMs ?? 0) - seen.startedAtMs)} ms`],
  )
}
