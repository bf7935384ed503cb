import { describe, expect, test } from 'vitest'
import type { RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { exitCodeOfRun } from '#harness/cli/line/exit-codes.ts'
import { headlineOf } from './headline.ts'
import { renderHtml } from './html/report.ts'
import { renderJUnit } from './formats/junit.ts'
import { renderMarkdown } from './formats/markdown.ts'
import { resultOf } from './result.ts'
import { renderTerminal } from './formats/terminal.ts'
import { sampleRules } from './testing/sample-rules.ts'
import { footerOf, sampleCheck, sampleHeader } from './testing/sample-run.ts'

/** Returns a run in which all given rules of the sample hold. */
function greenRun(rules = sampleRules, changes: Partial<HeaderEvent> = {}): RunEvent[] {
  const header = { ...sampleHeader(rules), ...changes }
  const checks = header.plan.checks.map((planned, index) => ({
    ...sampleCheck(planned, index),
    verdict: 'held' as const,
  }))
  return [header, ...checks, footerOf(checks)]
}

const stateRules = sampleRules.filter(({ rule }) => rule.profile === 'apiserver-states')
const profiles = sampleHeader().plan.profiles

/** Returns the header of a run over the rules, with the given profiles in its plan. */
const headerWithSizes = (profiles: HeaderEvent['plan']['profiles'], rules = sampleRules): HeaderEvent => {
  const header = sampleHeader(rules)
  return { ...header, plan: { ...header.plan, profiles } }
}

describe('the headline', () => {
  test.each([
    ['a whole run', greenRun(), 'Conformant: apiserver-configuration, apiserver-flags, apiserver-states'],
    [
      'the whole of a profile',
      greenRun(stateRules, headerWithSizes(profiles, stateRules)),
      'Conformant: apiserver-states',
    ],
    [
      'a profile with rows that no rule judges yet',
      greenRun(
        sampleRules,
        headerWithSizes(profiles.map((one) => ({ ...one, notYet: one.name === 'apiserver-flags' ? 94 : 0 }))),
      ),
      'Conformant: apiserver-configuration, apiserver-states',
    ],
    [
      'a part of every profile',
      greenRun(
        stateRules,
        headerWithSizes(
          profiles.map((one) => ({ ...one, rules: one.rules * 2 })),
          stateRules,
        ),
      ),
      'Nothing broken in 1 of 22 rules',
    ],
    [
      'a filtered run, even of a whole profile',
      greenRun(stateRules, {
        ...headerWithSizes(profiles, stateRules),
        selection: { only: ['flags.shutdown.*'] },
      }),
      'Nothing broken in 1 of 11 rules (filtered)',
    ],
    [
      'a shard',
      greenRun(stateRules, {
        ...headerWithSizes(profiles, stateRules),
        selection: { shard: { index: 2, of: 3 } },
      }),
      'Nothing broken in 1 of 11 rules (shard 2 of 3)',
    ],
  ])('the headline of %s states the claims or the tested part', (_, events, title) => {
    expect(headlineOf(resultOf(events)).title).toBe(title)
  })

  test('the headline of an interrupted shard states the interruption and the shard', () => {
    const [header] = greenRun(sampleRules, { selection: { shard: { index: 1, of: 2 } } })
    if (header === undefined) throw new Error('The sample has no header.')

    expect(headlineOf(resultOf([header])).title).toBe('Interrupted (shard 1 of 2)')
  })

  test('the headline claims no profile with a check that was not applicable, and gives the reason', () => {
    const events = greenRun(sampleRules, { capabilitiesOff: ['objects'] }).map(
      (event): RunEvent =>
        event.type === 'check' && event.rule.startsWith('egress.')
          ? { ...event, verdict: 'not-applicable', reason: 'Requires the capability objects.' }
          : event,
    )
    const result = resultOf(events)

    expect(headlineOf(result)).toMatchInlineSnapshot(`
      {
        "detail": "11 rules, 21 checks: nothing is broken in the 20 checks that apply. 1 check not applicable; off are objects. Judged in part: apiserver-configuration (7 of 8 rules).",
        "title": "Conformant: apiserver-flags, apiserver-states",
      }
    `)
    expect(result.scope.notApplicable).toEqual([
      { rule: 'egress.proxy.connect', checks: 1, of: 1, reason: 'Requires the capability objects.' },
    ])
  })

  test('the headline names a program without a verdict', () => {
    const [rule] = stateRules
    if (rule === undefined) throw new Error('The sample has no such rule.')
    const cloudRule = { ...rule, rule: { ...rule.rule, program: 'cloud-controller-manager' as const } }
    const events = greenRun([cloudRule]).map(
      (event): RunEvent =>
        event.type === 'check' ? { ...event, verdict: 'not-applicable', reason: 'It needs a cloud.' } : event,
    )

    expect(headlineOf(resultOf(events)).detail).toContain(
      'No rule of the cloud controller manager was tested: It needs a cloud.',
    )
  })

  test('the headline mentions recommendations that are not followed', () => {
    const events = greenRun().map(
      (event): RunEvent =>
        event.type === 'check' && event.rule.startsWith('tracing.') ? { ...event, verdict: 'warned' } : event,
    )

    expect(headlineOf(resultOf(events)).detail).toContain('1 recommendation not followed.')
  })

  test.each([
    ['claims profiles', greenRun()],
    [
      'was filtered',
      greenRun(stateRules, { ...headerWithSizes(profiles, stateRules), selection: { only: ['flags.*'] } }),
    ],
  ])('the headline of a run that %s is the same everywhere', (_, events) => {
    const result = resultOf(events)
    const { title } = headlineOf(result)

    expect(exitCodeOfRun(events)).toBe(0)
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ headline: title })
    expect(renderMarkdown(result)).toContain(`## ${title} · kubernetes`)
    expect(renderTerminal(result, { outDir: 'out' })).toContain(title)
    expect(renderJUnit(result)).toContain(`<testsuites name="orch-conformance kubernetes: ${title}"`)
    expect(renderHtml(events)).toContain(`<h1>${title}</h1>`)
  })
})
