import { comesTrue, expect, expectSpan, nowMs } from '#kit'
import type { ApiAsked, ApiServer, Matching } from '#mocks/api-server/index.ts'
import type { World } from './world.ts'

/** Returns the requests to the API server since a moment, oldest first. */
export function askedSince(api: ApiServer, fromMs: number, { verb, resource, name }: Asked): ApiAsked[] {
  const [plural, subresource = ''] = resource.split('/')
  return api.journal.filter(
    (asked) =>
      asked.atMs >= fromMs &&
      [verb].flat().includes(asked.verb) &&
      asked.resource === plural &&
      asked.subresource === subresource &&
      (name === undefined || asked.name === name),
  )
}

/** Requests to select. */
export interface Asked {
  readonly verb: NonNullable<Matching['verb']>
  readonly resource: string
  readonly name?: string
}

/** Expected pace of requests. */
export interface Pace {
  readonly what: string
  /** Period between two of them. */
  readonly periodMs: number
  /** Number of measured periods. Default: 3. */
  readonly periods?: number
  /** Maximum time until the first one. */
  readonly firstWithinMs?: number
}

/**
 * Expects one request per period: over several periods, the last request comes neither much sooner nor much later. The
 * document gives no tolerance. A quarter less and a half more distinguish any two of the tested values.
 */
export async function expectPace(
  { canary }: Pick<World, 'canary'>,
  moments: () => readonly number[],
  { what, periodMs, periods = 3, firstWithinMs = 10_000 }: Pace,
): Promise<void> {
  const latestMs = firstWithinMs + periods * periodMs * 1.5 + 2_000
  await comesTrue(() => moments().length > periods, latestMs)
  const all = moments()
  expect(all.length, `${what}: how often it happened`).toBeGreaterThan(periods)
  const [first = nowMs(), last = nowMs()] = [all[0], all[periods]]
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
