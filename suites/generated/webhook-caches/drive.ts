import { currentCheck, nowMs, untilMoment } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import { extraCacheTime } from './deviations.ts'
import type { CacheCase, CacheKind, CacheStep } from './model.ts'
import { type CacheEntry, entryAfter, requiredOf, stateOf } from './oracle.ts'
import type { CacheSubject } from './subject.ts'

const shareOfTtl = 0.5
// Margin for an implementation that checks its cache periodically.
const expiryMarginMs = 700

/** Runs all cases on one server concurrently, each with a separate subject. */
export function judgeCaches(
  kind: CacheKind,
  freshSubject: (kind: CacheKind) => Promise<CacheSubject>,
): (cases: readonly CacheCase[]) => Promise<readonly CaseResult[]> {
  return (cases) => Promise.all(cases.map(async (one) => judgeCase(kind, one, await freshSubject(kind))))
}

async function judgeCase(kind: CacheKind, testCase: CacheCase, subject: CacheSubject): Promise<CaseResult> {
  const extraTime = extraCacheTime(currentCheck().dialect.name, kind)
  const entries = new Map<string, CacheEntry | undefined>()
  const disagreements: Disagreement[] = []
  for (const [index, step] of testCase.steps.entries()) {
    const key = kind.keyOf(step)
    const entry = entries.get(key)
    await waitForTurn(kind, step, entry)
    const observedRequest = await observeRequest(subject, step)
    const state = stateOf(kind, entry, observedRequest, extraTime.ms)
    const expected = requiredOf(state, entry, step.reply, observedRequest)
    const actual = { isAccepted: observedRequest.isAccepted, isCalled: observedRequest.isCalled }
    const isAsRequired =
      (expected.isAccepted ?? actual.isAccepted) === actual.isAccepted &&
      (expected.isCalled ?? actual.isCalled) === actual.isCalled
    if (!isAsRequired) {
      disagreements.push({ asked: { ...testCase, step: index, state }, expected, actual })
      break
    }
    entries.set(key, entryAfter(entry, step.reply, observedRequest))
  }
  return { disagreements }
}

async function waitForTurn(
  { ttlMs }: CacheKind,
  { wait }: CacheStep,
  entry: CacheEntry | undefined,
): Promise<void> {
  if (entry === undefined || wait === 'none') return
  const ttl = ttlMs[entry.reply === 'accepts' ? 'accepts' : 'rejects']
  const atMs = wait === 'part' ? entry.fromMs + shareOfTtl * ttl : entry.untilMs + ttl + expiryMarginMs
  if (atMs > nowMs()) await untilMoment(atMs, 'it is the turn of the next request')
}

async function observeRequest(subject: CacheSubject, step: CacheStep) {
  subject.answers(step.reply)
  const callsBefore = subject.calls()
  const fromMs = nowMs()
  const isAccepted = await subject.isAccepted(step)
  return { fromMs, untilMs: nowMs(), isAccepted, isCalled: subject.calls() > callsBefore }
}
