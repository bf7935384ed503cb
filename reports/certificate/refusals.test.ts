import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { sampleRules } from '../testing/sample-rules.ts'
import { footerOf, greenEvents } from '../testing/sample-run.ts'
import { challengeText } from './challenge.ts'
import { readExclusions } from './exclusions.ts'
import { renderCertificate } from './page.ts'
import { refusalsOf } from './refusals.ts'
import { manifestOf } from './build-manifest.ts'

const name = 'apiserver-configuration'
const profileEvents = eventsWithHeader({ selection: { profiles: [name] } })

function eventsWithHeader(
  changes: Partial<HeaderEvent>,
  events = greenEvents(sampleRules.slice(2, 3)),
): RunEvent[] {
  return events.map((event) => (event.type === 'header' ? { ...event, ...changes } : event))
}

function eventsWithFirstCheck(changes: Partial<CheckEvent>): RunEvent[] {
  const checks = profileEvents.filter((event): event is CheckEvent => event.type === 'check')
  const changedChecks = checks.map((check, index) => (index === 0 ? { ...check, ...changes } : check))
  return [...profileEvents.slice(0, 1), ...changedChecks, footerOf(changedChecks)]
}

const [first = ''] = profileEvents.flatMap((event) => (event.type === 'check' ? [event.id] : []))

test('a complete run of a whole profile can be certified', () => {
  expect(refusalsOf(profileEvents)).toEqual([])
})

test.for<[string, RunEvent[], RegExp]>([
  ['of no profile', eventsWithHeader({ selection: {} }), /names no profile/],
  [
    'that was filtered',
    eventsWithHeader({ selection: { profiles: [name], only: ['a*'] } }),
    /was filtered \(a\*\)/,
  ],
  [
    'of a shard',
    eventsWithHeader({ selection: { profiles: [name], shard: { index: 1, of: 2 } } }),
    /shard 1 of 2/,
  ],
  [
    'with a baseline',
    eventsWithHeader({ selection: { profiles: [name] }, argv: ['run', '--baseline', 'b.yaml'] }),
    /by a baseline/,
  ],
  ['that was interrupted', profileEvents.slice(0, -1), /was interrupted/],
  [
    'with a check without a verdict',
    profileEvents.filter((event) => !('id' in event && event.id === first)),
    /have no verdict/,
  ],
  ['in which a check is broken', eventsWithFirstCheck({ verdict: 'broken' }), /did not hold: authn/],
  ['in which a check is unstable', eventsWithFirstCheck({ verdict: 'unstable' }), /did not hold: authn/],
  [
    'in which a capability is off',
    eventsWithFirstCheck({ verdict: 'not-applicable', reason: 'no metrics' }),
    /could not be judged: .*no metrics/,
  ],
  ['of a profile with rows that no rule judges', eventsWithUncoveredRows(), /3 rows of it are not covered/],
])('a run %s cannot be certified', ([, events, why]) => {
  expect(refusalsOf(events).join('\n')).toMatch(why)
})

function eventsWithUncoveredRows(): RunEvent[] {
  return profileEvents.map((event) =>
    event.type === 'header'
      ? {
          ...event,
          plan: { ...event.plan, profiles: event.plan.profiles.map((one) => ({ ...one, notYet: 3 })) },
        }
      : event,
  )
}

test('a check on the published exclusion list does not prevent a certificate', () => {
  const exclusions = { version: '1', digest: '', checks: [{ check: first, reason: 'a reading' }] }

  expect(refusalsOf(eventsWithFirstCheck({ verdict: 'broken' }), exclusions)).toEqual([])
})

test('the page lists the signed content, and escapes every name', () => {
  const programs = [{ role: 'apiserver', version: '<script>v1</script>', files: [] }]
  const page = renderCertificate(
    manifestOf(profileEvents, [], { programs, expiresAt: '2027-12-01T00:00:00.000Z' }),
    'the-key',
  )

  expect(page).toContain('kubernetes conforms to apiserver-configuration')
  expect(page).toContain('the-key')
  expect(page).not.toContain('<script>')
})

test('a challenge states the expected and the actual value, and marks the parts to fill in', () => {
  const challengeForm = challengeText(
    eventsWithFirstCheck({ verdict: 'broken', expected: { status: 401 }, actual: { status: 201 } }),
    first,
    [],
  )

  expect(challengeForm).toContain(`# Challenge: ${first}`)
  expect(challengeForm).toMatch(/Expected:\n\n```\n\{\n {2}"status": 401/)
  expect(challengeForm.match(/FILL/g)).toHaveLength(4)
})

test('the error for a challenge of a missing check names the check with the most similar id', () => {
  expect(() => challengeText(profileEvents, `${first}x`, [])).toThrow(`Did you mean ${first}?`)
})

test('the list of exclusions in the docs is valid', () => {
  const certificatePage = readFileSync(new URL('../../docs/certificate.md', import.meta.url), 'utf8')
  const [, shown = ''] = /```yaml\n([^]*?)```/.exec(certificatePage) ?? []
  const path = join(mkdtempSync(join(tmpdir(), 'exclusions-')), 'list.yaml')
  writeFileSync(path, shown)

  expect(readExclusions(path)).toMatchObject({
    version: '3',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  })
  rmSync(dirname(path), { recursive: true })
})
