import { describe, expect, test } from 'vitest'
import type { TimelineEntry } from '#harness/events.ts'
import { scaleOf } from './timeline-scale.ts'
import { displayedEntries } from './timeline-entries.ts'
import { timeline } from './timeline.ts'

const originMs = 1000
/** Returns the markup of entries, of which at most `max` are displayed. */
const timelineMarkup = (entries: readonly TimelineEntry[], max = 50): string => {
  const shownEntries = displayedEntries(entries, max)
  return timeline({ originMs, timeline: shownEntries, omittedCount: entries.length - shownEntries.length })
    .markup
}
const entry = (atMs: number, changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  atMs,
  source: 'oidc',
  kind: 'asked',
  what: `GET /keys?n=${atMs}`,
  ...changes,
})

describe('the scale', () => {
  const scale = scaleOf([1000, 1001, 1003, 9000, 9001, 9002], 1000)

  test('the scale keeps the order of moments and stays inside the drawing', () => {
    const positions = [999, 1000, 1001, 1002, 1003, 5000, 9000, 9001, 9002, 9999].map((ms) => scale.at(ms))

    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect([positions[0], positions.at(-1)]).toEqual([2, 98])
  })

  test('the scale shortens a long wait and shows its duration', () => {
    expect(scale.breaks.map(({ label }) => label)).toEqual(['8.00 s'])
    expect(scale.at(9000) - scale.at(1003)).toBeLessThan(45)
  })

  test('the scale labels moments relative to the start of the check, without overlap', () => {
    const distances = scale.ticks.slice(1).map(({ at }, index) => at - (scale.ticks[index]?.at ?? 0))

    expect(scale.ticks[0]?.label).toBe('+0 ms')
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(13)
    expect(scaleOf([400, 1000], 1000).ticks[0]?.label).toBe('−600 ms')
  })

  test('the scale distinguishes moments that are far from the start of the check', () => {
    const earlyScale = scaleOf([1000, 1400, 1800, 2200, 2600, 253_000], 253_000)
    const labels = earlyScale.ticks.map(({ label }) => label)

    expect(labels[0]).toBe('−252.000 s')
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('the scale is valid for a single moment and without moments', () => {
    expect([scaleOf([1000], 1000).at(1000), scaleOf([], 1000).at(1000)]).toEqual([2, 2])
  })
})

describe('the timeline', () => {
  test('the timeline draws a lane per source and a mark per entry', () => {
    const markup = timelineMarkup([
      entry(1001),
      entry(1002, { source: 'etcd', kind: 'request', untilMs: 1005 }),
    ])

    expect(markup.match(/<li>[^<]*/g)).toEqual(['<li>oidc', '<li>etcd'])
    expect(markup.match(/class="mark k-\w+/g)).toEqual(['class="mark k-asked', 'class="mark k-request'])
    expect(markup).toContain('+2 ms, 3 ms etcd: GET /keys?n=1002')
  })

  test('a long timeline keeps its beginning and its end, and states the omission', () => {
    const manyEntries = Array.from({ length: 100 }, (_, index) => entry(1000 + index))
    const markup = timelineMarkup(manyEntries, 9)

    expect(markup.match(/<tr data-n="\d+"><td>[^<]*/g)?.map((row) => row.split('<td>')[1])).toEqual([
      '+0 ms',
      '+1 ms',
      '+2 ms',
      '+94 ms',
      '+95 ms',
      '+96 ms',
      '+97 ms',
      '+98 ms',
      '+99 ms',
    ])
    expect(markup).toContain('91 of 100 entries are left out here')
  })

  test('the timeline marks documented transitions through all lanes, and keeps all entries whose duration includes a transition', () => {
    const spans = Array.from({ length: 12 }, (_, index) =>
      entry(1000 + 10 * index, { source: `client ${index}`, kind: 'request', untilMs: 1200 }),
    )
    const lateEntries = Array.from({ length: 30 }, (_, index) =>
      entry(1050 + index, { source: 'jitter', kind: 'note' }),
    )
    const transition = entry(1100, { source: 'documented', kind: 'note', what: 'draining begins' })
    const markup = timelineMarkup([...spans, ...lateEntries, transition], 16)

    expect(markup.match(/<li>[^<]*/g)?.[0]).toBe('<li>documented')
    expect(markup.match(/class="mark k-request/g)).toHaveLength(12)
    expect(markup.match(/<line class="documented"/g)).toHaveLength(1)
    expect(markup).toContain('27 of 43 entries are left out here')
  })

  test('the timeline shows the data of an entry', () => {
    expect(timelineMarkup([entry(1001, { data: { status: 200 } })])).toContain(
      '{ &quot;status&quot;: 200 }</pre>',
    )
  })

  test('the timeline states that nothing was recorded', () => {
    expect(timelineMarkup([])).toContain('Nothing was recorded')
  })
})

describe('the states', () => {
  const request = (source: string, atMs: number, untilMs: number, what: string): TimelineEntry =>
    entry(atMs, { source, kind: 'request', untilMs, what })
  const transition = (atMs: number, what: string, state: string): TimelineEntry =>
    entry(atMs, { source: 'documented', kind: 'note', what, data: { state, before: 'serving' } })
  const endingEntries = [
    transition(1000, 'the delay begins', 'delaying'),
    transition(1200, 'draining begins', 'draining'),
    request('GET, fresh', 900, 1150, '200, 9 times'),
    request('GET, fresh', 1210, 1390, '429, 5 times'),
    request('held', 990, 1380, '200'),
    request('GET, fresh', 1405, 1406, 'refused (ECONNREFUSED)'),
    entry(1400, { source: 'apiserver', kind: 'exit', what: 'exit code 0' }),
  ]

  test('the states are named as documented, with the requests and responses in each', () => {
    const rows = [...timelineMarkup(endingEntries).matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(
      ([, row = '']) => row.split(/<.*?>+/).filter((cell) => cell !== ''),
    )
    const names = [...timelineMarkup(endingEntries).matchAll(/<text class="state"[^>]*>([^<]*)/g)].map(
      ([, name]) => name,
    )

    expect(names).toEqual(['serving', 'delaying', 'draining', 'ended'])
    expect(rows).toEqual([
      ['GET, fresh', '200', '200', '429', 'refused (ECONNREFUSED)'],
      ['held', 'in flight', 'in flight', '200'],
    ])
  })

  test('the states have colours for the responses', () => {
    expect(timelineMarkup(endingEntries).match(/k-request a-\w+" data-n/g)).toEqual([
      'k-request a-answered" data-n',
      'k-request a-answered" data-n',
      'k-request a-rejected" data-n',
      'k-request a-failed" data-n',
    ])
  })

  test('the states do not exist if the documents name no transition', () => {
    expect(timelineMarkup([request('x', 1000, 1001, '200')])).not.toContain('class="state')
  })
})
