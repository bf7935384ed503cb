import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CTRFReport, parse, validate } from 'ctrf'
import { convertJUnitToCTRFReport } from 'junit-to-ctrf'
import { afterAll, expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import type { Verdict } from '#harness/verdict.ts'
import { resultOf } from '../result.ts'
import { hostileEvents } from '../testing/hostile-run.ts'
import { footerOf, greenEvents, interruptedEvents, sampleEvents } from '../testing/sample-run.ts'
import { renderCtrf } from './ctrf.ts'
import { renderJUnit } from './junit.ts'

// Both formats are read by libraries of other authors: the reference library of CTRF, and a reader of JUnit.

const directory = mkdtempSync(join(tmpdir(), 'exchanged-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Returns a run in which all checks held except one, which has two attempts. */
function eventsWithTwoAttempts(first: Verdict, next: Verdict, verdict: Verdict): RunEvent[] {
  const [header, ...rest] = greenEvents()
  const [one, ...others] = rest.filter((event): event is CheckEvent => event.type === 'check')
  if (header === undefined || one === undefined) throw new Error('The sample has no check.')
  const checkEvents = [{ ...one, verdict, reason: 'In all.' }, ...others]
  const attempt = { ...one, type: 'attempt' } as const
  return [
    header,
    { ...attempt, attempt: 1, verdict: first, reason: 'The first one.' },
    { ...attempt, attempt: 2, verdict: next, reason: 'The second one.' },
    ...checkEvents,
    footerOf(checkEvents),
  ]
}

const ctrfOf = (events: readonly RunEvent[]): CTRFReport => parse(renderCtrf(resultOf(events)))

/** Reads a run with the parser of JUnit files. */
async function readJUnit(events: readonly RunEvent[]): Promise<CTRFReport> {
  const file = join(directory, 'junit.xml')
  writeFileSync(file, renderJUnit(resultOf(events)))
  return (await convertJUnitToCTRFReport(file)) as CTRFReport
}

const runs = {
  'a run with every verdict': sampleEvents(),
  'a green run': greenEvents(),
  'an interrupted run': interruptedEvents(3),
  'a run of a program that prints anything': hostileEvents(),
  'a run with an unstable check': eventsWithTwoAttempts('broken', 'held', 'unstable'),
}

test.for(Object.entries(runs))('%s is valid CTRF', ([, events]) => {
  expect(validate(JSON.parse(renderCtrf(resultOf(events))))).toMatchObject({ valid: true })
})

test.for(Object.entries(runs))('%s has the same results in JUnit and in CTRF', async ([, events]) => {
  const { passed, failed, skipped, tests } = (await readJUnit(events)).results.summary

  expect(ctrfOf(events).results.summary).toMatchObject({ passed, failed, skipped, tests })
})

test.for([
  ['broken twice', 'broken', 'broken', 'broken', 'failed', false],
  ['held after it was inconclusive', 'inconclusive', 'held', 'held', 'passed', true],
  ['unstable', 'broken', 'held', 'unstable', 'failed', false],
] as const)(
  'a check that is %s has its attempts in both formats',
  async ([, first, next, verdict, status, flaky]) => {
    const events = eventsWithTwoAttempts(first, next, verdict)
    const [fromJUnit] = (await readJUnit(events)).results.tests
    const ctrfReport = ctrfOf(events)

    expect(ctrfReport.results.tests[0]).toMatchObject({
      status,
      flaky,
      retries: 1,
      retryAttempts: [{ attempt: 1, status: 'failed', message: 'The first one.' }],
    })
    expect(ctrfReport.results.summary.flaky).toBe(Number(flaky))
    expect({ status: fromJUnit?.status, flaky: fromJUnit?.flaky === true }).toEqual({ status, flaky })
  },
)

test('a reader of JUnit finds the attempts after a failure and before a success', async () => {
  const messagesOf = async (events: readonly RunEvent[]): Promise<unknown> =>
    (await readJUnit(events)).results.tests[0]?.retryAttempts?.map(({ message }) => message)

  expect(await messagesOf(eventsWithTwoAttempts('broken', 'broken', 'broken'))).toEqual(['The second one.'])
  expect(await messagesOf(eventsWithTwoAttempts('inconclusive', 'held', 'held'))).toEqual(['The first one.'])
  // Readers would treat a check with a passed attempt as green.
  expect(await messagesOf(eventsWithTwoAttempts('broken', 'held', 'unstable'))).toBeUndefined()
})

test('the properties of JUnit name the check, its rule and the programs', () => {
  const xml = renderJUnit(resultOf(sampleEvents()))

  expect(xml).toContain('<property name="version.apiserver" value="v1.34.9"/>')
  expect(xml).toContain(
    '<property name="check.id" value="authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash"/>',
  )
  expect(xml).toContain('<property name="rule.level" value="MUST"/>')
})
