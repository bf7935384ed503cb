import { expect } from '#harness/check/expect.ts'
import { nowMs } from '#harness/time.ts'
import { expectSpan } from '#harness/observe/judge.ts'
import { comesTrue } from '#harness/machine/until.ts'
import type { ApiAsked, ApiServer, Matching } from '#mocks/api-server/index.ts'
import type { World } from './world.ts'

/** What was asked of the API server since some moment, oldest first. */
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

/** Which requests are looked for. */
export interface Asked {
  readonly verb: NonNullable<Matching['verb']>
  readonly resource: string
  readonly name?: string
}

/** What a rule about the pace of requests allows. */
export interface Pace {
  readonly what: string
  /** The period between two of them. */
  readonly periodMs: number
  /** How many periods are looked at; default 3. */
  readonly periods?: number
  /** How long the first may take. */
  readonly firstWithinMs?: number
}

/**
 * Expects requests once in a period: over several of them, the last comes neither much sooner nor much later. How far
 * a period may be off is not said; a quarter less and a half more tell any two of the values apart that are tried.
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
