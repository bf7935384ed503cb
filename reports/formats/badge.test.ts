import { describe, expect, test } from 'vitest'
import { exitCodeOfRun } from '#harness/cli/line/exit-codes.ts'
import type { Known, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { renderBadge } from './badge.ts'
import { renderHtml } from '../html/report.ts'
import { renderJUnit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { resultOf } from '../result.ts'
import { renderTerminal } from './terminal.ts'
import { footerOf, sampleCheck, sampleHeader } from '../testing/sample-run.ts'

const baseline = { file: 'known.yaml', digest: 'd', entries: 1 }
const knownFailure: Known = { reason: 'r', owner: 'o', expires: '2027-03-31', passes: false }
const staleEntries = [{ entry: 'known.yaml:3: a/b', why: 'there is no such check; remove the entry.' }]

/** Returns a run in which everything holds, except for its first check. */
function run(
  header: Partial<HeaderEvent>,
  first: Partial<Extract<RunEvent, { type: 'check' }>> = {},
  footer: Partial<Extract<RunEvent, { type: 'footer' }>> = {},
): RunEvent[] {
  const fullHeader = { ...sampleHeader(), ...header }
  const checks = fullHeader.plan.checks.map((check, index) => ({
    ...sampleCheck(check, index),
    verdict: 'held' as const,
    ...(index === 0 ? first : {}),
  }))
  return [fullHeader, ...checks, { ...footerOf(checks), ...footer }]
}

describe('the result of a run', () => {
  const shardHeader = { selection: { shard: { index: 1, of: 2 } } }
  const claimsTitle = 'Conformant: apiserver-configuration, apiserver-flags, apiserver-states'
  const staleTitle = 'Known failures are stale'
  const knownFailing = { verdict: 'known-failing', known: knownFailure } as const

  test.for<[string, RunEvent[], number, string, string]>([
    ['of a whole run', run({}), 0, claimsTitle, 'brightgreen'],
    ['of a run with a baseline that excuses nothing', run({ baseline }), 0, claimsTitle, 'brightgreen'],
    [
      'of a run with a baseline that excuses a failure',
      run({ baseline }, knownFailing),
      0,
      'Conformant: apiserver-flags, apiserver-states',
      'brightgreen',
    ],
    ['of a shard', run(shardHeader), 0, 'Nothing broken in 11 of 11 rules (shard 1 of 2)', 'blue'],
    [
      'of a shard with a baseline',
      run({ ...shardHeader, baseline }, knownFailing),
      0,
      'Nothing new broken in 11 of 11 rules (shard 1 of 2, 1 known failure excused)',
      'blue',
    ],
    [
      'of a run with a listed check that passes',
      run({ baseline }, { ...knownFailing, known: { ...knownFailure, passes: true } }),
      7,
      staleTitle,
      'yellow',
    ],
    [
      'of a run with an expired entry',
      run({ baseline }, { ...knownFailing, known: { ...knownFailure, expired: true } }),
      7,
      staleTitle,
      'yellow',
    ],
    [
      'of a run with an unmatched entry',
      run({ baseline }, {}, { stale: staleEntries }),
      7,
      staleTitle,
      'yellow',
    ],
    [
      'of a run with a broken check',
      run({ baseline }, { verdict: 'broken' }),
      1,
      'Nonconformant: 1 check in 1 of 11 rules broken',
      'red',
    ],
    [
      'of a broken shard',
      run({ ...shardHeader, baseline }, { verdict: 'broken' }),
      1,
      'Nonconformant: 1 check in 1 of 11 rules broken (shard 1 of 2)',
      'red',
    ],
  ])(
    'exit code, headline, badge and every report agree on the result %s',
    ([, events, code, title, color]) => {
      const result = resultOf(events)
      const badge = JSON.parse(renderBadge(result)) as object
      const junit = renderJUnit(result)

      expect(exitCodeOfRun(events)).toBe(code)
      expect(badge).toMatchObject({ message: title, color, isError: code !== 0 })
      for (const text of [
        renderMarkdown(result),
        renderTerminal(result, { outDir: 'out' }),
        renderHtml(events),
        junit,
      ])
        expect(text).toContain(title)
      expect(/<(?:failure|error) /.test(junit)).toBe(code !== 0)
    },
  )
})

test('a run that stopped early as requested counts the remaining checks as skipped, and is not complete', () => {
  const events = run({}, { verdict: 'broken' }, { stoppedAfter: 1, reported: 2 }).filter(
    (event, index) => event.type !== 'check' || index < 3,
  )
  const result = resultOf(events)

  expect(exitCodeOfRun(events)).toBe(1)
  expect(result).toMatchObject({
    complete: false,
    notRun: 19,
    headline: 'Nonconformant: 1 check in 1 of 11 rules broken (stopped after 1 failure)',
  })
  expect(renderJUnit(result).match(/<skipped /g)).toHaveLength(19)
})
