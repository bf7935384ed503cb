import { ended } from './played-endings.ts'
import { expect, HarnessError, rulesOf, type Sample, says, test } from '#kit'
import type { EndingSeen } from './ending.ts'
import { newRequestKinds, type NewRequestKind, byName } from '../model.ts'
import { probeNames, type ProbeName } from './probes.ts'
import { played } from '../stage.ts'
import {
  doubtLateDrain,
  expectRejected,
  expectStillThere,
  isRejected,
  looksWhileDraining,
} from './draining-looks.ts'

const { must } = rulesOf({ document: 3, section: 'States and transitions', capability: 'objects' })

/** Returns the rejections while draining, on connections of HTTP/1.1 or any. */
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

// Faults with which nothing is rejected, or with another response.
const notRejected = ['drain-status-503', 'drain-rejects-nothing', 'in-flight-ignored-at-end'] as const
const closed = ['listener-closed-while-delaying', 'listener-closed-while-draining'] as const
const servedBy: Partial<Record<NewRequestKind, string>> = {
  kept: 'drain-kept-connections-served',
  http2: 'drain-http2-served',
}
const exemptedBy: Partial<Record<ProbeName, string>> = {
  write: 'drain-exempts-writes',
  watch: 'drain-exempts-watches',
  'unknown path': 'drain-exempts-unknown-paths',
}

const drained = () => ended('delay and retry-after')

must(
  'lifecycle.draining.rejects-new-requests',
  { ...played, row: 'draining: requests in flight', aspect: 'rejections' },
  () => {
    says(
      'While requests in flight drain, new requests are rejected with status 429, Retry-After and Connection: close.',
    )
    test
      .for(byName<NewRequestKind>(newRequestKinds))('rejects new requests %s with 429', async (kind) => {
        const seen = await drained()

        expectRejected(seen, looksWhileDraining(seen, kind))
      })
      .sees(...notRejected, ...closed, (kind) => servedBy[kind])

    test
      .for(byName<ProbeName>(probeNames))('rejects %s with 429', async (name) => {
        const seen = await drained()
        expectStillThere(seen)
        const probe = seen.probes.get(name)
        if (probe === undefined) throw new HarnessError('untestable', 'It was not asked while draining.')

        expectRejected(seen, [probe])
      })
      .sees(...notRejected, ...closed, (name) => exemptedBy[name])

    test('sends Retry-After with the rejections', async () => {
      const samples = rejections(await drained(), ['fresh', 'kept', 'http2'])

      expect(withoutHeader(samples, 'retry-after', /^(\d+|\w{3}, .* GMT)$/), 'rejections without it').toBe(0)
    }).sees('retry-after-missing')

    test('sends Connection: close with the rejections', async () => {
      const samples = rejections(await drained(), ['fresh', 'kept'])

      expect(withoutHeader(samples, 'connection', /close/i), 'rejections without it').toBe(0)
    }).sees('connection-close-missing')

    test('rejects new requests without a delay before', async () => {
      const seen = await ended('retry-after alone')

      expectRejected(seen, looksWhileDraining(seen, 'fresh'))
    }).sees('drain-status-503')
  },
)
