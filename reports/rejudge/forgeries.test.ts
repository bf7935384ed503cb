import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckEvent, RunEvent } from '#harness/events.ts'
import { leavesOf } from '#harness/evidence/origin.ts'
import { makeKey } from '../certificate/sign.ts'
import { verifyBundle } from '../certificate/verify.ts'
import { readRun } from '../read-events.ts'
import { rejudge } from './rejudge.ts'
import { forged, type Forged, signAnew } from './testing/forge.ts'

const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rejudge-'))
const bundle = join(folder, 'out')
const key = makeKey()
// Responses, journals, starts and outputs.
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
  const only = rules.flatMap((rule) => ['--only', rule])
  // A busy machine may leave checks without a verdict, which are not judged again.
  spawnSync(process.execPath, [cli, 'run', ...only, '--jobs', '1', '--out', bundle], { stdio: 'ignore' })
  // A certificate has a profile.
  const profiles = ['apiserver-flags'] as const
  events = (await readRun(bundle)).events.map((event) =>
    event.type === 'header' ? { ...event, selection: { profiles } } : event,
  )
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the same numbers each time (a linear congruence). */
function drawing(seed: number): (below: number) => number {
  let drawn = seed
  return (below) => {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((drawn / 2 ** 31) * below)
  }
}

/** Returns all compared values of the checks that are judged again. */
function places(): readonly Omit<Forged, 'side'>[] {
  const judged = new Set(rejudge(bundle, events).judged)
  const checks = events.filter((event): event is CheckEvent => event.type === 'check' && judged.has(event.id))
  return checks.flatMap((check) =>
    check.assertions.flatMap((assertion, comparison) =>
      (leavesOf(assertion) ?? []).map((_, leaf) => ({ check, comparison, leaf })),
    ),
  )
}

test('the records of an honest run agree, and the verdicts of many checks of different kinds follow from them', () => {
  const { judged, notJudged, differences } = rejudge(bundle, events)

  expect(differences).toEqual([])
  expect(judged.length / (judged.length + notJudged.length)).toBeGreaterThan(0.5)
})

test(`each of ${forgeries} drawn forgeries of one response, signed with the real key, is detected`, async () => {
  const draw = drawing(59)
  const all = places()
  const missed: unknown[] = []
  for (let drawn = 0; drawn < forgeries; drawn++) {
    const place = all[draw(all.length)]
    if (place === undefined) throw new Error('Nothing can be forged.')
    const copy = join(folder, `forged-${drawn}`)
    cpSync(bundle, copy, { recursive: true })
    const side = drawn % 2 === 0 ? 'record' : 'value'
    const lies = forged(copy, events, { ...place, side })
    await signAnew(copy, lies, key)
    const { problems } = await verifyBundle(copy, { now: new Date() })
    const { differences } = rejudge(copy, (await readRun(copy)).events)
    // The signature and the digests are right; a part of a profile is never certified.
    const isSigned = !problems.some((problem) => /signature|was changed|is missing|was added/.test(problem))
    if (!isSigned || !differences.some(({ check }) => check === place.check.id))
      missed.push({ side, check: place.check.id, comparison: place.comparison, problems })
    rmSync(copy, { recursive: true })
  }

  expect(missed).toEqual([])
})

test('detects a verdict that does not follow from its comparisons, and a refusal whose control check is not accepted', () => {
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const judged = new Set(rejudge(bundle, events).judged)
  const refusal = checks.find(
    ({ id, twin = '', verdict }) => verdict === 'held' && judged.has(id) && judged.has(twin),
  )
  const changed = events.map((event) =>
    event.type === 'check' && event.id === refusal?.twin ? { ...event, verdict: 'broken' as const } : event,
  )
  const { differences } = rejudge(bundle, changed)

  expect(differences).toContainEqual({
    check: refusal?.twin,
    why: 'The verdict is broken; its comparisons give held.',
  })
  expect(differences).toContainEqual({
    check: refusal?.id,
    why: `Its control check ${refusal?.twin} is broken.`,
  })
})
