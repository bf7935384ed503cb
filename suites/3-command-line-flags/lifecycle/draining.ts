import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { HarnessError } from '#harness/errors.ts'
import { type Edge, edgeOf } from '#harness/observe/edge.ts'
import type { Sample } from '#harness/observe/sampler.ts'
import type { EndingSeen } from './ending.ts'
import type { Endings } from './endings.ts'
import {
  counted,
  doubtMachine,
  draining,
  drainingSeen,
  expectNone,
  isListening,
  looksWithin,
  samplesOf,
} from './looks.ts'
import { type HeldKind, heldKinds, newRequestKinds, type NewRequestKind } from './model.ts'
import { probeNames, type ProbeName } from './probes.ts'
import { played } from './stage.ts'

const row = { document: 3, section: 'States and transitions', row: 'draining: requests in flight' } as const

function isRejected({ outcome }: Sample): boolean {
  return outcome.kind === 'answered' && outcome.status === 429
}

/** The rejections that were seen while draining, on connections of HTTP/1.1 or any. */
function rejections(seen: EndingSeen, kinds: readonly NewRequestKind[]): readonly Sample[] {
  const found = kinds.flatMap((kind) => looksWhileDraining(seen, kind).filter(isRejected))
  doubtLateDrain(seen)
  expect(found.length, 'requests that were rejected with 429 while draining').toBeGreaterThan(0)
  return found
}

function withoutHeader(samples: readonly Sample[], name: string, form: RegExp): number {
  return samples.filter(({ outcome }) => {
    const value = outcome.kind === 'answered' ? outcome.headers[name] : undefined
    return !form.test(String(value ?? ''))
  }).length
}

const byName = <K extends string>(names: Readonly<Record<K, string>>): Record<string, K> =>
  Object.fromEntries(Object.entries(names).map(([kind, name]) => [name as string, kind as K]))

const perHeld = Object.values(heldKinds).map((name) => `answers a request ${name}`)
const perConnection = Object.values(newRequestKinds).map((name) => `rejects new requests ${name} with 429`)
const perSort = Object.values(probeNames).map((name) => `rejects ${name} with 429`)
const headers = ['sends Retry-After with the rejections', 'sends Connection: close with the rejections']

/** The state after the delay, with --shutdown-send-retry-after. */
export function drainingRules(ended: Endings): void {
  const drained = () => ended('delay and retry-after')

  rule(
    {
      id: 'lifecycle.draining.rejects-new-requests',
      level: 'MUST',
      says: 'While requests in flight drain, new requests are rejected with status 429, Retry-After and Connection: close.',
      source: { ...row, row: `${row.row}, rejections` },
      capability: 'objects',
      ...played,
      faults: {
        'drain-status-503': [
          ...perConnection,
          ...perSort,
          ...headers,
          'rejects new requests without a delay before',
        ],
        'drain-rejects-nothing': [
          ...perConnection,
          ...perSort,
          ...headers,
          'rejects new requests without a delay before',
        ],
        'listener-closed-while-delaying': [...perConnection, ...perSort],
        'listener-closed-while-draining': [
          ...perConnection,
          ...perSort,
          'rejects new requests without a delay before',
        ],
        'drain-http2-served': ['rejects new requests over HTTP/2 with 429'],
        'drain-kept-connections-served': ['rejects new requests on a kept connection with 429'],
        'drain-exempts-writes': ['rejects a write with 429'],
        'drain-exempts-watches': ['rejects a watch with 429'],
        'drain-exempts-unknown-paths': ['rejects a request for an unknown path with 429'],
        'in-flight-ignored-at-end': [
          ...perConnection,
          ...perSort,
          ...headers,
          'rejects new requests without a delay before',
        ],
        'retry-after-missing': [headers[0] ?? ''],
        'connection-close-missing': [headers[1] ?? ''],
      },
    },
    () => {
      test.for(byName<NewRequestKind>(newRequestKinds))('rejects new requests %s with 429', async (kind) => {
        const seen = await drained()

        expectRejected(seen, looksWhileDraining(seen, kind))
      })

      test.for(byName<ProbeName>(probeNames))('rejects %s with 429', async (name) => {
        const seen = await drained()
        expectStillThere(seen)
        const probe = seen.probes.get(name)
        if (probe === undefined) throw new HarnessError('untestable', 'It was not asked while draining.')

        expectRejected(seen, [probe])
      })

      test('sends Retry-After with the rejections', async () => {
        const samples = rejections(await drained(), ['fresh', 'kept', 'http2'])

        expect(withoutHeader(samples, 'retry-after', /^(\d+|\w{3}, .* GMT)$/), 'rejections without it').toBe(
          0,
        )
      })

      test('sends Connection: close with the rejections', async () => {
        const samples = rejections(await drained(), ['fresh', 'kept'])

        expect(withoutHeader(samples, 'connection', /close/i), 'rejections without it').toBe(0)
      })

      test('rejects new requests without a delay before', async () => {
        const seen = await ended('retry-after alone')

        expectRejected(seen, looksWhileDraining(seen, 'fresh'))
      })
    },
  )

  rule(
    {
      id: 'lifecycle.draining.waits-for-requests',
      level: 'MUST',
      says: 'Listening continues until the requests in flight have drained, and these are answered.',
      source: { ...row, row: `${row.row}, listening continues` },
      capability: 'objects',
      ...played,
      faults: {
        'listener-closed-while-delaying': ['goes on listening while requests are in flight'],
        'listener-closed-while-draining': ['goes on listening while requests are in flight'],
        'in-flight-cut-at-termination': perHeld,
        'in-flight-cut-while-draining': perHeld,
        'in-flight-ignored-at-end': ['goes on listening while requests are in flight', ...perHeld],
        'never-ends-after-drain': [
          'stops listening once they have drained',
          'ends after everything has drained',
        ],
        'watch-grace-never-ends': ['ends after everything has drained'],
      },
    },
    () => {
      test('goes on listening while requests are in flight', async () => {
        const seen = await drained()
        const samples = looksWhileDraining(seen, 'fresh')

        expectNone(seen, samples, ({ outcome }) => !isListening(outcome))
      })

      test.for(byName<HeldKind>(heldKinds))('answers a request %s', async (kind) => {
        const seen = await drained()
        const held = seen.holds.find(({ name }) => name === `request ${heldKinds[kind]}`)
        doubtTimeOut(seen)

        expect(held?.end?.outcome).toMatchObject({ kind: 'answered', status: 200 })
      })

      test('stops listening once they have drained', async (check) => {
        const seen = await drained()
        const drainedAtMs = lastEndOf(seen)
        const edge = listeningEnd(seen, drainedAtMs)
        const ms = edge && Math.round(edge.latestMs - drainedAtMs)
        check.observe('milliseconds from the last answer to the end of listening', ms)

        expect(edge, 'when it stopped listening').toBeDefined()
      })

      test('ends after everything has drained', async () => {
        const seen = await ended('delay, retry-after and grace')

        expect(seen.exit, 'the end of the program').toBeDefined()
      })
    },
  )

  rule(
    {
      id: 'lifecycle.draining.grace-cuts-no-request',
      level: 'MUST',
      says: 'The grace period of watches ends nothing of the requests in flight.',
      source: { ...row, row: `${row.row}, beside watches` },
      capability: 'objects',
      ...played,
      faults: {
        'in-flight-cut-at-termination': ['answers requests that outlast the grace period'],
        'in-flight-cut-while-draining': ['answers requests that outlast the grace period'],
        'in-flight-ignored-at-end': ['answers requests that outlast the grace period'],
      },
    },
    () => {
      test('answers requests that outlast the grace period', async () => {
        const seen = await ended('delay, retry-after and grace')
        const { holds } = seen
        doubtTimeOut(seen)
        const outcomes = holds.flatMap(({ end }) => (end === undefined ? [] : [end]))

        expect(counted(outcomes)).toEqual({ 200: holds.length })
      })
    },
  )
}

/** What was seen while requests in flight drained; a server that was gone by then has not waited for them. */
function looksWhileDraining(seen: EndingSeen, kind: NewRequestKind): readonly Sample[] {
  expectStillThere(seen)
  return looksWithin(seen, kind, draining(seen))
}

function expectStillThere(seen: EndingSeen): void {
  if (seen.releasedAtMs !== undefined) return
  doubtTimeOut(seen)
  expect(seen.exit, 'the end of the program while requests were in flight').toBeUndefined()
}

/** A server that rejects nobody may be late to drain where it waits for a processor. */
function doubtLateDrain(seen: EndingSeen): void {
  const { drainAtMs, releasedAtMs = drainAtMs } = seen
  if (drainingSeen(seen) === undefined) doubtMachine(seen, (releasedAtMs - drainAtMs) / 2)
}

/** Expects rejections only. */
function expectRejected(seen: EndingSeen, samples: readonly Sample[]): void {
  doubtLateDrain(seen)

  expectNone(seen, samples, (sample) => !isRejected(sample))
}

/** A held request may reach its time-out on a busy machine; one that is cut was not waited for. */
function doubtTimeOut(seen: EndingSeen): void {
  const isCut = seen.holds.some(({ end }) => end?.outcome.kind === 'cut')
  if (!isCut) doubtMachine(seen)
}

/** When it took no connections any more: as a look at it showed, or at the latest when the program had ended. */
function listeningEnd(seen: EndingSeen, fromMs: number): Edge | undefined {
  const samples = samplesOf(seen, 'fresh')
  const edge = edgeOf(samples, fromMs, ({ outcome }) => !isListening(outcome))
  if (edge !== undefined || seen.exit === undefined) return edge
  return { earliestMs: Math.max(fromMs, samples.at(-1)?.sentAtMs ?? fromMs), latestMs: seen.exit.atMs }
}

function lastEndOf(seen: EndingSeen): number {
  return Math.max(seen.drainAtMs, seen.releasedAtMs ?? 0, ...seen.holds.map(({ end }) => end?.atMs ?? 0))
}
