import { becomesTrue, expect, monitorJitter, nowMs, test, untilMoment } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { evictedNodes, fields, reportReady, startZone } from './nodes.ts'
import { healthyZoneFields, isEvicting, isSpared, knownMs, quickRate, slowRate, withinMs } from './zones.ts'

// Zones are unhealthy from this share on, and nodes of unhealthy zones keep their pods.
const zoneFields = { [fields.unhealthy]: 0.6, [fields.large]: 50 }

declareFieldRule(
  {
    field: fields.unhealthy,
    aspect: 'each-zone',
    says: 'Each zone is healthy or unhealthy by the share of its own nodes.',
    waits: true,
  },
  () => {
    test(
      { title: 'evicts pods of a healthy zone and keeps those of an unhealthy zone', id: 'two-zones' },
      async () => {
        requireFields(fields.unhealthy, fields.rate)
        monitorJitter()
        const otherZone = { nodes: 10, down: 3 }
        const { api } = await startZone({
          nodes: 10,
          down: 7,
          otherZone,
          fields: { ...zoneFields, [fields.rate]: slowRate, [fields.secondRate]: slowRate },
        })
        const evictedOf = (zone: string) =>
          [...evictedNodes(api).keys()].filter((name) => name.startsWith(zone))
        await untilMoment(nowMs() + knownMs, 'the state of both zones is known')
        const evictedEarly = evictedOf('node-').length
        await becomesTrue(() => evictedOf('other-').length === otherZone.down, withinMs)
        await untilMoment(nowMs() + knownMs, 'more nodes would have been evicted')

        expect(evictedOf('other-').toSorted(), 'in the healthy zone').toEqual([
          'other-0',
          'other-1',
          'other-2',
        ])
        expect(evictedOf('node-').length, 'in the unhealthy zone').toBe(evictedEarly)
      },
    ).sees('unhealthy-zone-of-cluster')

    test(
      { title: 'keeps pods once enough nodes of a healthy zone have failed', id: 'unhealthy-later' },
      async () => {
        requireFields(fields.unhealthy, fields.rate)
        monitorJitter()
        const [nodes, down, failedLater] = [12, 3, 6]
        const { api } = await startZone({
          nodes,
          down,
          fields: { ...zoneFields, [fields.rate]: slowRate, [fields.secondRate]: slowRate },
        })
        await becomesTrue(() => evictedNodes(api).size > 0, withinMs)
        expect(evictedNodes(api).size, 'evictions in the healthy zone').toBeGreaterThan(0)
        for (let number = down; number < down + failedLater; number++)
          reportReady(api, `node-${number}`, 'False')
        await untilMoment(nowMs() + knownMs, 'the state of the zone is known')
        const evictedBefore = evictedNodes(api).size
        await untilMoment(nowMs() + withinMs / 2, 'more nodes would have been evicted')

        expect(evictedBefore, 'evictions before').toBeLessThan(down + failedLater)
        expect(evictedNodes(api).size).toBe(evictedBefore)
      },
    ).sees('zone-stays-healthy')
  },
)

declareFieldRule(
  {
    field: fields.unhealthy,
    aspect: 'unknown',
    says: 'Nodes whose state is unknown are not ready, as those are that report so.',
    waits: true,
  },
  () => {
    test(
      { title: 'evicts pods from nodes of a healthy zone whose state is unknown', id: 'evicted' },
      async () => {
        requireFields(fields.unhealthy, fields.rate)
        const rateFields = { ...healthyZoneFields, [fields.rate]: quickRate }

        expect(await isEvicting({ nodes: 12, down: 6, failedStatus: 'Unknown', fields: rateFields })).toBe(
          true,
        )
      },
    ).sees('unknown-nodes-not-evicted')

    test(
      { title: 'keeps pods on nodes of a zone in which most nodes are in an unknown state', id: 'counted' },
      async () => {
        requireFields(fields.unhealthy)

        expect(await isSpared({ nodes: 10, down: 7, failedStatus: 'Unknown', fields: zoneFields })).toBe(true)
      },
    ).sees('unknown-nodes-not-counted')
  },
)

declareFieldRule(
  {
    field: fields.rate,
    aspect: 'recovered',
    says: 'A node that recovers before it is its turn keeps its pods.',
    waits: true,
  },
  () => {
    test(
      { title: 'evicts the failed nodes of a zone, but none that has recovered', id: 'kept' },
      async () => {
        requireFields(fields.rate)
        monitorJitter()
        const down = 5
        const { api } = await startZone({
          nodes: 12,
          down,
          fields: { ...healthyZoneFields, [fields.rate]: slowRate },
        })
        await becomesTrue(() => evictedNodes(api).size > 0, withinMs)
        const waiting = Array.from({ length: down }, (_, number) => `node-${number}`).filter(
          (name) => !evictedNodes(api).has(name),
        )
        const recovered = waiting.at(-1) ?? ''
        reportReady(api, recovered, 'True')
        await becomesTrue(() => evictedNodes(api).size === down - 1, 2 * withinMs)
        await untilMoment(nowMs() + knownMs, 'the last node would have been evicted')

        expect(waiting.length, 'nodes that waited for their turn').toBeGreaterThan(1)
        expect([...evictedNodes(api).keys()], 'evicted nodes').toHaveLength(down - 1)
        expect([...evictedNodes(api).keys()]).not.toContain(recovered)
      },
    ).sees('recovered-nodes-evicted')
  },
)
