import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { leavesOf } from '#harness/evidence/origin.ts'
import { generateSigningKey } from '../certificate/sign.ts'
import { verifyBundle } from '../certificate/verify.ts'
import { readRun } from '../read-events.ts'
import { rejudge } from './rejudge.ts'
import { forgeEvents, type Forged, signAgain } from './testing/forge.ts'

const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rejudge-'))
const bundle = join(folder, 'out')
const key = generateSigningKey()
// Rules with values from responses, journals, starts and outputs.
const rules = [
  'authn.jwt.iss-equals-issuer-url',
  'authn.jwt.user-rule-message',
  'flag.event-ttl.*',
  'flag.cors-allowed-origins.headers',
  'authz.webhook.review-version',
  'flag.authorization-webhook-version.exchanged',
  'agent.flag.hairpin-mode.help',
]
const forgeries = 50

let events: readonly RunEvent[] = []
beforeAll(async () => {
  const onlyArguments = rules.flatMap((rule) => ['--only', rule])
  // A busy machine may leave checks without a verdict, which are not judged again.
  spawnSync(process.execPath, [cli, 'run', ...onlyArguments, '--jobs', '1', '--out', bundle], {
    stdio: 'ignore',
  })
  // Certificates need a complete profile.
  const profiles = ['apiserver-flags'] as const
  events = (await readRun(bundle)).events.map((event) =>
    event.type === 'header' ? { ...event, selection: { profiles } } : event,
  )
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a generator of reproducible numbers (a linear congruential generator). */
function randomDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** Returns all compared values of the checks that are judged again. */
function places(): readonly Omit<Forged, 'side'>[] {
  const rejudgedChecks = new Set(rejudge(bundle, events).judged)
  const checks = events.filter(
    (event): event is CheckEvent => event.type === 'check' && rejudgedChecks.has(event.id),
  )
  return checks.flatMap((check) =>
    check.assertions.flatMap((assertion, comparison) =>
      (leavesOf(assertion) ?? []).map((_, leaf) => ({ check, comparison, leaf })),
    ),
  )
}

test('the records of an honest run agree, and prove the verdicts of many checks of different kinds', () => {
  const { judged, notJudged, differences } = rejudge(bundle, events)

  expect(differences).toEqual([])
  expect(judged.length / (judged.length + notJudged.length)).toBeGreaterThan(0.5)
})

test(`each of ${forgeries} drawn forgeries of one response, signed with the real key, is detected`, async () => {
  const draw = randomDraw(59)
  const allPlaces = places()
  const missedForgeries: unknown[] = []
  for (let forgeryIndex = 0; forgeryIndex < forgeries; forgeryIndex++) {
    const chosenPlace = allPlaces[draw(allPlaces.length)]
    if (chosenPlace === undefined) throw new Error('Nothing can be forged.')
    const forgedCopy = join(folder, `forged-${forgeryIndex}`)
    cpSync(bundle, forgedCopy, { recursive: true })
    const forgedSide = forgeryIndex % 2 === 0 ? 'record' : 'value'
    const forgedEvents = forgeEvents(forgedCopy, events, { ...chosenPlace, side: forgedSide })
    await signAgain(forgedCopy, forgedEvents, key)
    const { problems } = await verifyBundle(forgedCopy, { now: new Date() })
    const { differences } = rejudge(forgedCopy, (await readRun(forgedCopy)).events)
    // A correct signature and correct digests are not reported. A partial profile is never certified, which is
    // expected.
    const isSigned = !problems.some((problem) => /signature|was changed|is missing|was added/.test(problem))
    if (!isSigned || !differences.some(({ check }) => check === chosenPlace.check.id))
      missedForgeries.push({
        side: forgedSide,
        check: chosenPlace.check.id,
        comparison: chosenPlace.comparison,
        problems,
      })
    rmSync(forgedCopy, { recursive: true })
  }

  expect(missedForgeries).toEqual([])
})

test('a verdict that does not follow from its comparisons, and a refusal whose control check is not accepted, are detected', () => {
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const rejudgedChecks = new Set(rejudge(bundle, events).judged)
  const refusal = checks.find(
    ({ id, twin = '', verdict }) => verdict === 'held' && rejudgedChecks.has(id) && rejudgedChecks.has(twin),
  )
  const changedEvents = events.map((event) =>
    event.type === 'check' && event.id === refusal?.twin ? { ...event, verdict: 'broken' as const } : event,
  )
  const { differences } = rejudge(bundle, changedEvents)

  expect(differences).toContainEqual({
    check: refusal?.twin,
    why: 'The verdict is broken; its comparisons give held.',
  })
  expect(differences).toContainEqual({
    check: refusal?.id,
    why: `Its control check ${refusal?.twin} is broken.`,
  })
})
