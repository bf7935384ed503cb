import { becomesTrue, monitorJitter, expect, expectSpan, nowMs, untilMoment } from '#kit'
import { fields, evictionTimes, evictedNodes, reportReady, startZone, type Zone } from './nodes.ts'

/** Long enough to evict a second node at the quick rate, and too short at any default of the slow rate. */
export const withinMs = 6_000
// Number of nodes that may be evicted before the state of their zone is known, at least on a machine that is not busy.
const concurrentEvictions = 1
// The same on a busy machine, at the quick rate.
const evictionsUnderLoad = 3
export const quickRate = 5
// Rate at which some nodes remain once the state of their zone is known.
export const slowRate = 1
/** Long enough for a busy machine to complete earlier work. */
export const knownMs = 2_000

export const healthyZoneFields = { [fields.unhealthy]: 0.9, [fields.large]: 50 }
export const unhealthyZoneFields = { [fields.unhealthy]: 0.6, [fields.large]: 4, [fields.rate]: quickRate }

/** Expects that nodes are evicted no faster than the rate, and not much slower. */
export async function expectRate(zone: Zone, perSecond: number): Promise<void> {
  const { api, canary } = await startZone(zone)
  const periods = 3
  const periodMs = 1_000 / perSecond
  await becomesTrue(
    () => evictionTimes(api).length > evictionsUnderLoad + periods,
    3 * periods * periodMs + withinMs,
  )
  const evictionMoments = evictionTimes(api)
  expect(evictionMoments.length, 'nodes that were given up').toBeGreaterThan(evictionsUnderLoad + periods)
  const [first = 0, last = 0] = [
    evictionMoments[evictionsUnderLoad],
    evictionMoments[evictionsUnderLoad + periods],
  ]
  const [from, to] = [canary.observed(first), canary.observed(last, first)]
  expectSpan({
    what: `${periods} more nodes are given up`,
    from,
    to,
    // At twice the rate, evictions would take half the time.
    atLeastMs: 0.65 * periods * periodMs,
    atMostMs: 2 * periods * periodMs,
    jitterMs: canary.worst(from.earliestMs, last),
    marginMs: periods * periodMs,
  })
}

/** Reports whether nodes are evicted, not counting the first node, which may be evicted too early. */
export async function isEvicting(zone: Zone): Promise<boolean> {
  monitorJitter()
  const { api } = await startZone(zone)
  return becomesTrue(() => evictionTimes(api).length > concurrentEvictions, withinMs)
}

/** Reports whether evictions in a zone stop once its state is known. */
export async function isSpared(zone: Zone): Promise<boolean> {
  monitorJitter()
  const rates = { [fields.rate]: slowRate, [fields.secondRate]: slowRate }
  const { api } = await startZone({ ...zone, fields: { ...zone.fields, ...rates } })
  await untilMoment(nowMs() + knownMs, 'the state of the zone is known')
  const earlyCount = evictionTimes(api).length
  await untilMoment(nowMs() + withinMs / 2, 'more nodes would have been given up')
  return evictionTimes(api).length === earlyCount
}

/** Reports whether evictions resume in a zone that is healthy again after enough nodes have recovered. */
export async function resumesEviction(): Promise<boolean> {
  const [nodes, down, left] = [12, 9, 4]
  const rates = { [fields.rate]: 1.5 * slowRate, [fields.secondRate]: slowRate }
  const zoneFields = { [fields.unhealthy]: 0.6, [fields.large]: 50, ...rates }
  const { api } = await startZone({ nodes, down, fields: zoneFields })
  await untilMoment(nowMs() + knownMs, 'the state of the zone is known')
  const earlyEvictions = evictedNodes(api)
  const failedNodes = Array.from({ length: down }, (_, number) => `node-${number}`)
  const stillFailedNodes = failedNodes.filter((name) => !earlyEvictions.has(name)).slice(0, left)
  for (const name of failedNodes.filter((one) => !stillFailedNodes.includes(one)))
    reportReady(api, name, 'True')
  return becomesTrue(
    () => stillFailedNodes.filter((name) => evictedNodes(api).has(name)).length > concurrentEvictions,
    withinMs,
  )
}
