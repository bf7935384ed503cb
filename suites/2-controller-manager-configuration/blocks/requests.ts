import { becomesTrue, expect, expectInTime, expectSpan, nowMs } from '#kit'
import type { ApiServerRequest, ApiServer, Matching } from '#mocks/api-server/index.ts'
import type { ManagerFixture } from './fixture.ts'

/**
 * Longest time until a controller has reconciled a change, in milliseconds, where the document gives no time. A
 * machine that runs other programs needs most of it.
 */
export const reconciledWithinMs = 25_000

/** Returns the requests to the API server since a moment, oldest first. */
export function requestsSince(
  api: ApiServer,
  fromMs: number,
  { verb, resource, name }: RequestFilter,
): ApiServerRequest[] {
  const [plural, subresource = ''] = resource.split('/')
  const verbs = new Set<string>([verb].flat())
  // The rarest condition comes first, because waits filter thousands of requests repeatedly.
  return api.journal.filter(
    (request) =>
      request.resource === plural &&
      request.atMs >= fromMs &&
      verbs.has(request.verb) &&
      request.subresource === subresource &&
      (name === undefined || request.name === name),
  )
}

/** Requests to select. */
export interface RequestFilter {
  readonly verb: NonNullable<Matching['verb']>
  readonly resource: string
  readonly name?: string
}

/** Expected pace of requests. */
export interface ExpectedPace {
  readonly what: string
  /** Period between two requests, in milliseconds. */
  readonly periodMs: number
  /** Number of measured periods. Default: 3. */
  readonly periods?: number
  /** Maximum time until the first request, in milliseconds. */
  readonly firstEventTimeoutMs?: number
}

// Longest lateness of a request from before the measurement.
const maxUnknownMs = 1_000

/**
 * Expects one request per period: over several periods, the last request comes neither much sooner nor much later. The
 * document gives no tolerance. A quarter less and a half more distinguish any two of the tested values.
 */
export async function expectPace(
  { canary }: Pick<ManagerFixture, 'canary'>,
  moments: () => readonly number[],
  { what, periodMs, periods = 3, firstEventTimeoutMs = 10_000 }: ExpectedPace,
): Promise<void> {
  const latestMs = firstEventTimeoutMs + periods * periodMs * 1.5 + 2_000
  // A request at the beginning of the measurement may be late by an unknown time.
  const measuredFromMs = canary.beganMs + Math.min(periodMs, maxUnknownMs)
  const measuredTimes = () => moments().filter((atMs) => atMs >= measuredFromMs)
  await becomesTrue(() => measuredTimes().length > periods, latestMs)
  const requestTimes = measuredTimes()
  expect(requestTimes.length, `${what}: how often it happened`).toBeGreaterThan(periods)
  const [first = nowMs(), last = nowMs()] = [requestTimes[0], requestTimes[periods]]
  const [from, to] = [canary.observed(first), canary.observed(last, first)]
  expectSpan({
    what: `${what}: the last of ${periods + 1}`,
    from,
    to,
    atLeastMs: periods * periodMs * 0.75,
    atMostMs: periods * periodMs * 1.5,
    jitterMs: canary.worst(from.earliestMs, last),
    marginMs: periods * periodMs * 0.5,
  })
}

/** Observed effect of a change that a controller finds within its period. */
export interface PeriodicEffect {
  readonly what: string
  readonly periodMs: number
  /** Time of the change, by `nowMs()`. */
  readonly changedMs: number
  /** Time of the effect, by `nowMs()`. */
  readonly atMs: number
}

// Time that a controller takes for its work, in addition to the period.
const workMs = 500

/** Expects the effect of a change within one period, and the time that the controller needs. */
export function expectWithinPeriod(
  { canary }: Pick<ManagerFixture, 'canary'>,
  { what, periodMs, changedMs, atMs }: PeriodicEffect,
): void {
  // The controller takes many steps in between, and a busy machine may delay each.
  expectInTime(canary.observed(atMs, changedMs), {
    what,
    originMs: changedMs,
    notAfterMs: changedMs + periodMs + workMs,
    jitterMs: canary.worst(changedMs, atMs),
    marginMs: 3_000,
  })
}
