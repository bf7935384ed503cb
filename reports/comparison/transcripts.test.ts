import { describe, expect, test } from 'vitest'
import type { TimelineEntry } from '#harness/events.ts'
import { transcriptChanges, type TranscriptChange } from './transcripts.ts'

const check = 'a.rule/accepts'
const requestEntry = (what: string, outcome: number, headers: object = {}, body = ''): TimelineEntry => ({
  atMs: 0,
  source: 'harness',
  kind: 'request',
  what: `${what} → ${outcome}`,
  check,
  data: { response: { status: outcome, headers, body } },
})
const transcriptDifferences = (
  before: TimelineEntry[],
  after: TimelineEntry[],
  dialect = 'orch',
): TranscriptChange[] =>
  transcriptChanges(
    [check],
    { timelines: () => before, dialect: 'orch' },
    { timelines: () => after, dialect },
  )

describe('responses', () => {
  test('responses with the same status may differ in a header', () => {
    const entriesBefore = [requestEntry('GET /api as admin', 429, { 'retry-after': '1' })]
    const entriesAfter = [requestEntry('GET /api as admin', 429, { 'retry-after': '60' })]

    expect(transcriptDifferences(entriesBefore, entriesAfter)).toEqual([
      {
        requests: ['GET /api as admin'],
        what: 'header retry-after',
        before: '1',
        after: '60',
        checks: [check],
      },
    ])
  })

  test('a header that differs in many responses is reported once', () => {
    const twoRequests = (value: string): TimelineEntry[] =>
      ['/a', '/b'].map((path) =>
        requestEntry(`GET ${path} as admin`, 200, { 'x-content-type-options': value }),
      )

    expect(
      transcriptDifferences(twoRequests('nosniff'), twoRequests('none')).map(({ requests }) => requests),
    ).toEqual([['GET /a as admin', 'GET /b as admin']])
  })

  test('responses differ by status and by body', () => {
    const entriesBefore = [requestEntry('GET /a as none', 401, {}, '{"message":"no","code":401}')]
    const entriesAfter = [requestEntry('GET /a as none', 403, {}, '{"message":"never","code":403}')]

    expect(transcriptDifferences(entriesBefore, entriesAfter).map(({ what }) => what)).toEqual([
      'status',
      'body',
    ])
  })

  test('transcripts that differ only in ids, times, ports and dates are equal', () => {
    const redirectEntries = (port: number, id: string, day: number): TimelineEntry =>
      requestEntry(
        'GET /a as none',
        301,
        {
          date: `Sun, ${day} Nov 2026 10:00:00 GMT`,
          location: `https://127.0.0.1:${port}/b`,
          'audit-id': id,
        },
        `{"uid":"${id}","at":"2026-11-${day}T10:00:00Z","resourceVersion":"${port}"}`,
      )

    expect(
      transcriptDifferences(
        [redirectEntries(36213, '8f14e45f-ceea-467f-a9c5-2b1d3c1a9d10', 22)],
        [redirectEntries(44117, '0cc175b9-c0f1-46b6-a831-c399e2697726', 23)],
      ),
    ).toEqual([])
  })

  test('responses to requests that differ only in their marks are equal', () => {
    const requestWithMark = (mark: string): TimelineEntry =>
      requestEntry(`GET /readyz?mark=${mark}&verbose as admin`, 200)

    expect(
      transcriptDifferences([requestWithMark('m34e042ee0322-0-')], [requestWithMark('m9c1d77ab0001-0-')]),
    ).toEqual([])
  })

  test('only the last of the responses to a poll is compared', () => {
    const pollsUntilReady = (times: number): TimelineEntry[] => [
      ...Array.from({ length: times }, () => requestEntry('GET /readyz as admin', 500)),
      requestEntry('GET /readyz as admin', 200),
    ]

    expect(transcriptDifferences(pollsUntilReady(1), pollsUntilReady(4))).toEqual([])
  })

  test('responses in other dialects are equal if only the group names differ', () => {
    const request = (domain: string): TimelineEntry[] => [
      requestEntry(`POST /apis/authentication.${domain}/v1/x as admin`, 201),
    ]

    expect(transcriptDifferences(request('orch.io'), request('k8s.io'), 'kubernetes')).toEqual([])
  })

  test('responses to requests of other checks on the same server are ignored', () => {
    const { check: _other, ...others } = requestEntry('GET /b as admin', 200)

    expect(
      transcriptDifferences(
        [requestEntry('GET /a as admin', 200), others],
        [requestEntry('GET /a as admin', 200)],
      ),
    ).toEqual([])
  })
})
