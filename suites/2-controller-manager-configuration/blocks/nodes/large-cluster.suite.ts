import { expect, test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { fields } from './nodes.ts'
import { isEvicting, quickRate, isSpared, unhealthyZoneFields } from './zones.ts'
// Rate at which at most one node is evicted before the state of the zone is known.
const lowEvictionRate = 0.01

declareFieldRule(
  {
    field: fields.large,
    aspect: 'threshold',
    says: 'In a cluster of LargeClusterSizeThreshold nodes or fewer no node of an unhealthy zone loses its pods.',
    waits: true,
  },
  () => {
    const zone = (max: number) => ({
      nodes: 10,
      down: 7,
      fields: {
        ...unhealthyZoneFields,
        [fields.large]: max,
        [fields.rate]: lowEvictionRate,
        [fields.secondRate]: quickRate,
      },
    })
    const singleZone = (max: number) => ({ ...zone(max), isCluster: true }) as const

    test(
      {
        title: 'evicts pods of an unhealthy zone with one node more than the threshold',
        id: 'gives up nodes of an unhealthy zone that is one larger',
      },
      async () => {
        requireFields(fields.large)

        expect(await isEvicting(singleZone(9))).toBe(true)
      },
    ).sees('field-ignored-node-lifecycle-controller-large-cluster-size-threshold')

    test(
      {
        title: 'keeps pods of an unhealthy zone with exactly the threshold of nodes',
        id: 'spares those of a zone of just that size',
      },
      async () => {
        requireFields(fields.large)

        expect(await isSpared(singleZone(10))).toBe(true)
      },
    ).sees('large-cluster-from-threshold')

    // The zone has ten nodes, and the cluster eleven.
    test(
      {
        title: 'evicts pods if another zone brings the cluster one node above the threshold',
        id: 'gives up nodes where another zone makes the cluster one larger',
      },
      async () => {
        requireFields(fields.large)

        expect(await isEvicting(zone(10))).toBe(true)
      },
    ).sees('large-cluster-counts-zone')

    test(
      {
        title: 'keeps pods if both zones together have exactly the threshold of nodes',
        id: 'spares them where both zones have just that many nodes',
      },
      async () => {
        requireFields(fields.large)

        expect(await isSpared(zone(11))).toBe(true)
      },
    ).sees('large-cluster-from-threshold')
  },
)
