import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { resultOf } from './result.ts'
import { largeEvents } from './testing/large-run.ts'
import { footerOf, greenEvents, interruptedEvents, sampleEvents, sampleHeader } from './testing/sample-run.ts'

const readSchema = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../schemas/${name}`, import.meta.url), 'utf8')) as object

const checksOf = (events: readonly RunEvent[]): CheckEvent[] =>
  events.filter((event) => event.type === 'check')

describe('the published schemas', () => {
  const ajv = new Ajv2020({ allErrors: true, validateFormats: false, allowUnionTypes: true })
  const validate = ajv.compile(readSchema('run.schema.json'))

  test.each([
    ['shows every verdict', sampleEvents()],
    ['is green', greenEvents()],
    ['was interrupted', interruptedEvents(4)],
    ['never ran a check', interruptedEvents(0)],
    ['is large', largeEvents(100)],
  ])('the published schemas accept the result of a run that %s', (_, events) => {
    validate(JSON.parse(JSON.stringify(resultOf(events))))

    expect(validate.errors).toBeNull()
  })

  test('the published schemas reject a result with another verdict', () => {
    const result = JSON.parse(JSON.stringify(resultOf(greenEvents()))) as { checks: { verdict: string }[] }

    expect(validate({ ...result, checks: [{ ...result.checks[0], verdict: 'passed' }] })).toBe(false)
  })

  test('the published schemas accept each event of a run', () => {
    const validateEvent = ajv.compile(readSchema('events.schema.json'))

    expect(sampleEvents().filter((event) => !validateEvent(event))).toEqual([])
  })
})

describe('the result of a run', () => {
  test('the result of a run counts every planned check once', () => {
    const { totals, plan, notRun, complete } = resultOf(sampleEvents())

    expect({ totals, plan, notRun, complete }).toMatchInlineSnapshot(`
      {
        "complete": true,
        "notRun": 0,
        "plan": {
          "checks": 21,
          "rules": 11,
        },
        "totals": {
          "broken": 1,
          "crashed": 1,
          "harness-fault": 1,
          "held": 12,
          "inconclusive": 1,
          "judgedBy": {
            "behaviour": {
              "broken": 1,
              "crashed": 1,
              "harness-fault": 1,
              "held": 12,
              "inconclusive": 1,
              "known-failing": 1,
              "not-applicable": 1,
              "observed": 1,
              "unstable": 0,
              "untestable": 1,
              "warned": 1,
            },
            "observation": {
              "broken": 0,
              "crashed": 0,
              "harness-fault": 0,
              "held": 0,
              "inconclusive": 0,
              "known-failing": 0,
              "not-applicable": 0,
              "observed": 0,
              "unstable": 0,
              "untestable": 0,
              "warned": 0,
            },
            "refusal": {
              "broken": 0,
              "crashed": 0,
              "harness-fault": 0,
              "held": 0,
              "inconclusive": 0,
              "known-failing": 0,
              "not-applicable": 0,
              "observed": 0,
              "unstable": 0,
              "untestable": 0,
              "warned": 0,
            },
            "text": {
              "broken": 0,
              "crashed": 0,
              "harness-fault": 0,
              "held": 0,
              "inconclusive": 0,
              "known-failing": 0,
              "not-applicable": 0,
              "observed": 0,
              "unstable": 0,
              "untestable": 0,
              "warned": 0,
            },
          },
          "known-failing": 1,
          "not-applicable": 1,
          "observed": 1,
          "unstable": 0,
          "untestable": 1,
          "warned": 1,
        },
      }
    `)
  })

  test('the result of a run gives a rule the worst verdict of its checks', () => {
    const verdicts = resultOf(sampleEvents()).rules.map(({ id, verdict }) => `${id} ${verdict}`)

    expect(verdicts).toMatchInlineSnapshot(`
      [
        "authn.jwt.iss-equals-issuer-url broken",
        "authn.jwt.discovery-url-differs crashed",
        "authn.jwt.audience-matches held",
        "authn.jwt.audience-match-policy observed",
        "authn.jwt.email-verified known-failing",
        "authn.anonymous.conditions held",
        "egress.proxy.connect not-applicable",
        "tracing.endpoint.default-unset warned",
        "flags.shutdown.readyz-fails-at-once inconclusive",
        "flags.anonymous-auth.exclusive harness-fault",
        "flags.goaway-chance.range held",
      ]
    `)
  })

  test('the result of a run lists rows without a check separately, with their reasons', () => {
    const { excluded, rules } = resultOf(sampleEvents())

    expect(excluded.map(({ id }) => id)).toEqual(['flags.help.wording'])
    expect(rules.map(({ id }) => id)).not.toContain('flags.help.wording')
  })

  test('the result of a run omits a rule without a selected check', () => {
    const header = sampleHeader()
    const checks = header.plan.checks.slice(0, 1)

    expect(resultOf([{ ...header, plan: { ...header.plan, checks } }]).rules).toHaveLength(1)
  })

  test.each([
    ['held', greenEvents(), 'conformant'],
    ['interrupted', interruptedEvents(3), 'interrupted'],
    ['with a harness fault', sampleEvents(), 'harnessFault'],
  ])('the result of a run that was %s has its outcome', (_, events, outcome) => {
    expect(resultOf(events).outcome).toBe(outcome)
  })
})

describe('an inconsistent run is never complete', () => {
  const greenRun = greenEvents()
  const checks = checksOf(greenRun)
  const [header] = greenRun
  const [first] = checks
  if (header === undefined || first === undefined) throw new Error('The sample has no check.')

  test('an interrupted run is never complete: the remaining checks did not run', () => {
    const { complete, finishedAt, notRun, checks: all } = resultOf(interruptedEvents(4))

    expect({ complete, finishedAt, notRun }).toEqual({ complete: false, finishedAt: null, notRun: 17 })
    expect(all.at(-1)).toMatchObject({ ran: false, verdict: 'harness-fault', durationMs: 0 })
  })

  test('a run without a planned check is never complete, despite a footer', () => {
    const result = resultOf([header, first, footerOf([first])])

    expect(result).toMatchObject({ complete: false, outcome: 'harnessFault', notRun: 1 })
  })

  test('a run that reports a check twice is never complete, and has the worse verdict', () => {
    const result = resultOf([header, { ...first, verdict: 'broken' }, ...checks, footerOf(checks)])

    expect(result).toMatchObject({ complete: false, errors: [`${first.id} was reported twice.`] })
    expect(result.checks[0]?.verdict).toBe('broken')
  })

  test('a run with an unplanned check is never complete', () => {
    const result = resultOf([header, ...checks, { ...first, id: 'a.b.c/d' }, footerOf(checks)])

    expect(result).toMatchObject({
      complete: false,
      errors: ['a.b.c/d was reported (held) and never planned.'],
    })
  })

  test('events without a header have no result', () => {
    expect(() => resultOf(checks)).toThrow('no header')
  })
})
