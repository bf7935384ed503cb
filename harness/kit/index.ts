// Interface for suites, imported as `#kit`: rules and checks, expectations, waits and observations in time. The
// programs of each role are in `#harness/programs/`, certificates in `#harness/certificates/`.
export {
  accepts,
  caseOf,
  type NamedCases,
  excluded,
  formerly,
  declareSequentially,
  type CheckOptions,
  refuses,
  rule,
  says,
  seeing,
  test,
} from '../check/rule.ts'
export { rulesOf } from '../check/rules-of.ts'
export { expect } from '../check/expect.ts'
export { type CheckContext, currentCheck } from '../check/context.ts'
export { type Shared, shared, sharedByName } from '../check/shared.ts'
export {
  type RefusalSubject as NamedInError,
  expectReady,
  expectReadyAmong,
  runInSlot,
  launching,
  type StartOutcome,
} from '../check/launching.ts'
export { becomesTrue, becomesTrueSoon, until, untilMoment, type UntilOptions } from '../machine/until.ts'
export { JitterCanary } from '../machine/canary.ts'
export { inconclusiveError, machineLateError } from '../machine/inconclusive.ts'
export type { Interval } from '../machine/interval.ts'
export { maxLateShare, ownLateness } from '../machine/lateness.ts'
export { hasAbility } from '../machine/abilities.ts'
export {
  untilConclusive,
  rejectJitter,
  monitorJitter,
  assertNotLate,
  repeatedMeasurement,
  assertQuietSince,
} from '../observe/jitter-limits.ts'
export { edgeOf, samplesWithin } from '../observe/edge.ts'
export { type HeldRequest, holdRequest } from '../observe/hold.ts'
export { expectInTime, expectSpan } from '../observe/expect-timing.ts'
export { meanGapMs } from '../observe/mean-gap.ts'
export { type Sample, Sampler } from '../observe/sampler.ts'
export { type ObservedShare, ShareTest } from '../observe/share.ts'
export { holdSpans, jitterSpans, samplerSpans, watchSpans } from '../observe/spans.ts'
export type { Capability } from '../capabilities.ts'
export { HarnessError, hasCode, messageOf, orFallback } from '../errors.ts'
export type { TimelineEntry } from '../events.ts'
export type { Peer } from '../peer.ts'
export { nowMs } from '../time.ts'
