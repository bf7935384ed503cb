import { becomesTrue, expect, expectInTime, nowMs, seeing, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { fields, evictionTimes, startZone } from './nodes.ts'
import {
  expectRate,
  isEvicting,
  resumesEviction,
  healthyZoneFields,
  quickRate,
  isSpared,
  unhealthyZoneFields,
  withinMs,
} from './zones.ts'

const timeoutFault = ignoringFault(fields.timeout)
const rates = {
  '1 a second': 1,
  '2 a second': 2,
  'one in two seconds': seeing(['eviction-rates-rounded-up'], 0.5),
} as const

declareFieldRule(
  {
    field: fields.rate,
    aspect: 'rate',
    says: 'In a healthy zone as many nodes a second lose their pods as NodeEvictionRate says.',
    waits: true,
  },
  () => {
    test
      .for(rates)(
        {
          title: 'evicts pods from nodes of a healthy zone at a rate of %s',
          id: 'gives up nodes of a healthy zone at %s',
        },
        async (rate) => {
          requireFields(fields.rate)
          await expectRate(
            { nodes: 14, down: 8, fields: { ...healthyZoneFields, [fields.rate]: rate } },
            rate,
          )
        },
      )
      .sees(ignoringFault(fields.rate), timeoutFault)

    test(
      {
        title: 'evicts pods again once enough nodes of an unhealthy zone have recovered',
        id: 'gives up nodes again once enough of an unhealthy zone have recovered',
      },
      async () => {
        requireFields(fields.rate, fields.large)

        expect(await resumesEviction()).toBe(true)
      },
    ).sees('zone-stays-unhealthy', timeoutFault)
  },
)

declareFieldRule(
  {
    field: fields.secondRate,
    aspect: 'rate',
    says: 'In an unhealthy zone as many nodes a second lose their pods as SecondaryNodeEvictionRate says.',
    waits: true,
  },
  () => {
    test
      .for(rates)(
        {
          title: 'evicts pods from nodes of an unhealthy zone at a rate of %s',
          id: 'gives up nodes of an unhealthy zone at %s',
        },
        async (rate) => {
          requireFields(fields.secondRate, fields.large)
          const rateFields = { ...unhealthyZoneFields, [fields.secondRate]: rate }
          await expectRate({ nodes: 12, down: 9, fields: rateFields }, rate)
        },
      )
      .sees(ignoringFault(fields.secondRate), ignoringFault(fields.large), timeoutFault)
  },
)

declareFieldRule(
  {
    field: fields.unhealthy,
    aspect: 'share',
    says: 'A zone is unhealthy from the share of nodes on that UnhealthyZoneThreshold says.',
    waits: true,
  },
  () => {
    const zone = (down: number, threshold: number) => ({
      nodes: 10,
      down,
      fields: { [fields.unhealthy]: threshold, [fields.large]: 50, [fields.rate]: quickRate },
    })

    test(
      {
        title: 'evicts pods from nodes of a zone below the threshold',
        id: 'gives up nodes of a zone below the share',
      },
      async () => {
        requireFields(fields.unhealthy)

        expect(await isEvicting(zone(8, 0.9))).toBe(true)
      },
    ).sees(ignoringFault(fields.unhealthy), ignoringFault(fields.rate), timeoutFault)

    test(
      {
        title: 'keeps pods on nodes of a zone at exactly the threshold',
        id: 'spares those of a zone of exactly the share',
      },
      async () => {
        requireFields(fields.unhealthy)

        expect(await isSpared(zone(5, 0.5))).toBe(true)
      },
    ).sees(ignoringFault(fields.unhealthy), 'unhealthy-zone-threshold-exclusive')
  },
)

declareFieldRule(
  {
    field: fields.unhealthy,
    aspect: 'at-least-three',
    says: 'A zone with fewer than 3 nodes that are not ready is healthy, whatever their share is.',
    waits: true,
  },
  () => {
    test(
      {
        title: 'evicts pods from nodes of a zone in which two of three nodes are down',
        id: 'gives up nodes of a zone in which two of three are down',
      },
      async () => {
        requireFields(fields.unhealthy)
        const zoneFields = { [fields.unhealthy]: 0.6, [fields.large]: 50, [fields.rate]: 1 }

        expect(await isEvicting({ nodes: 3, down: 2, fields: zoneFields })).toBe(true)
      },
    ).sees('unhealthy-zone-of-two-nodes', ignoringFault(fields.rate), timeoutFault)

    test(
      {
        title: 'keeps pods on nodes of a zone in which three of five nodes are down',
        id: 'spares those of a zone in which three of five are down',
      },
      async () => {
        requireFields(fields.unhealthy)
        const zoneFields = { [fields.unhealthy]: 0.6, [fields.large]: 50 }

        expect(await isSpared({ nodes: 5, down: 3, fields: zoneFields })).toBe(true)
      },
    ).sees('unhealthy-zone-of-four-nodes')
  },
)

declareFieldRule(
  {
    field: fields.timeout,
    aspect: 'grace',
    says: 'Pods on failed nodes are deleted no sooner than PodEvictionTimeout after the failure.',
    waits: true,
  },
  () => {
    test
      .for({ '2 s': 2_000, '4 s': 4_000 } as const)(
        { title: 'keeps pods on a failed node for %s', id: 'lets pods stay for %s' },
        async (ms) => {
          requireFields(fields.timeout)
          const zoneFields = { ...healthyZoneFields, [fields.rate]: quickRate, [fields.timeout]: `${ms}ms` }
          const fromMs = nowMs()
          const { api, canary } = await startZone({ nodes: 5, down: 2, fields: zoneFields })
          await becomesTrue(() => evictionTimes(api).length > 0, ms + withinMs)
          const [first] = evictionTimes(api)

          expect(first, 'a node that is given up').toBeDefined()
          const atMs = first ?? fromMs
          expectInTime(
            { earliestMs: atMs, latestMs: atMs },
            {
              what: 'the first pod is deleted',
              originMs: fromMs,
              notBeforeMs: fromMs + ms,
              jitterMs: canary.worst(fromMs, atMs),
              marginMs: ms,
            },
          )
        },
      )
      .sees(timeoutFault)
  },
)
