import { describe, expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import { isRed } from '../verdict.ts'
import { Baseline, type JudgedScope } from './judge.ts'

const listedFailure = {
  check: 'a.rule/accepts',
  fingerprint: 'f1',
  reason: 'slow store',
  owner: 'team-store',
  link: 'https://example.org/1',
  expires: '2027-03-31',
  location: 'known.yaml:3',
}
const event = (more: Partial<CheckEvent>): CheckEvent => ({
  type: 'check',
  id: 'a.rule/accepts',
  rule: 'a.rule',
  verdict: 'broken',
  fingerprint: 'f1',
  reason: 'expected 1 to be 2',
  startedAtMs: 0,
  durationMs: 1,
  assertions: [],
  observations: [],
  launches: [],
  ...more,
})
const baseline = (day = '2027-03-31'): Baseline =>
  new Baseline({ failures: [listedFailure] }, Date.parse(`${day}T12:00:00Z`))
const passingEvent = (): CheckEvent => {
  const { fingerprint: _none, reason: _why, ...rest } = event({ verdict: 'held' })
  return rest
}

describe('a listed check', () => {
  test('a listed check that fails as its entry describes is known to fail until the last day of the entry', () => {
    const result = baseline().judge(event({}))

    expect(result).toMatchObject({
      verdict: 'known-failing',
      known: { reason: 'slow store', owner: 'team-store', passes: false },
    })
    expect(isRed(result)).toBe(false)
  })

  test('a listed check that passes leaves the run red', () => {
    const result = baseline().judge(passingEvent())

    expect(result.reason).toBe('It passes now; remove its entry (known.yaml:3).')
    expect(isRed(result)).toBe(true)
  })

  test('a listed check that is unstable stays unstable and red, as no entry can list its verdict', () => {
    const { fingerprint: _none, ...unstable } = event({ verdict: 'unstable' })
    const result = baseline().judge(unstable)

    expect(result.verdict).toBe('unstable')
    expect(isRed(result)).toBe(true)
  })

  test('a listed check whose entry has expired leaves the run red', () => {
    const result = baseline('2027-04-01').judge(event({}))

    expect(result.reason).toContain('The baseline entry expired on 2027-03-31 (known.yaml:3)')
    expect(isRed(result)).toBe(true)
  })

  test('a listed check that fails in another way stays broken, and the listed failure is reported', () => {
    const result = baseline().judge(event({ fingerprint: 'f2' }))

    expect(result.verdict).toBe('broken')
    expect(result.reason).toContain('This is not the failure that known.yaml:3 lists')
  })

  test('a listed check with a fingerprint of an older form is not excused, and the remedy is reported', () => {
    const olderBaseline = new Baseline(
      { failures: [{ ...listedFailure, fingerprint: 'ebea7b5fa66000e7' }] },
      0,
    )
    const result = olderBaseline.judge(event({ fingerprint: '2:ebea7b5fa66000e7' }))

    expect(result.verdict).toBe('broken')
    expect(result.reason).toContain(
      'The entry at known.yaml:3 has a fingerprint of an older form (ebea7b5fa66000e7)',
    )
    expect(result.reason).toContain('orch-conformance baseline update')
  })

  test('the result of a listed check with an inconclusive verdict stays unchanged', () => {
    const { fingerprint: _none, ...inconclusive } = event({ verdict: 'inconclusive' })

    expect(baseline().judge(inconclusive)).toEqual(inconclusive)
  })
})

describe('an unmatched entry', () => {
  const run: JudgedScope = { exists: () => true, plannedIds: new Set<string>(), isFiltered: false }

  test.for([
    ['if its check does not exist', { ...run, exists: () => false }, 'there is no such check'],
    [
      'if its check does not exist, even in a filtered run',
      { ...run, exists: () => false, isFiltered: true },
      'there is no such check',
    ],
    [
      'if the target has no program for its check',
      run,
      'the target has no program for it, or the filter leaves it out',
    ],
  ] as const)('an unmatched entry is stale %s', ([, judged, why]) => {
    expect(baseline().staleEntries(judged)).toEqual([
      { entry: 'known.yaml:3: a.rule/accepts', why: `${why}; remove the entry.` },
    ])
  })

  test('an unmatched entry is not stale if a filter excludes its check', () => {
    expect(baseline().staleEntries({ ...run, isFiltered: true })).toEqual([])
  })

  test.for([
    ['is not applicable', passingEvent(), 'not-applicable'],
    ['is excused by the dialect', event({ known: { reason: 'r', passes: false } }), 'known-failing'],
  ] as const)('an entry whose check %s is stale', ([, judged, verdict]) => {
    const usedBaseline = baseline()
    usedBaseline.judge({ ...judged, verdict })

    expect(usedBaseline.staleEntries({ ...run, plannedIds: new Set(['a.rule/accepts']) })).toHaveLength(1)
  })
})
