import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import {
  valueAt,
  conditionOf,
  isSelected,
  labelOf,
  listAt,
  mapAt,
  nameOf,
  timestampOf,
  textAt,
  timeAt,
} from '../../manager/object.ts'
import { Refusal } from '../../flags/refusal.ts'
import { resources } from '../../manager/engine/resources.ts'
import { evictionsPerSecond, isNotReady, isSilent } from './zones.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const block = '/NodeLifecycleController'
const zoneLabel = 'topology.orch.io/zone'
const unreachableTaint = 'node.orch.io/unreachable'
const evictionPeriodMs = 100
// Timeout of an idle connection: it is probed after 30 s without data, and the probe has 15 s.
const defaultTimeoutsMs = 45_000
const clusterPeriodMs = 120_000

interface ObservedHeartbeat {
  /** Text that changes with each heartbeat of a node. */
  readonly heartbeat: string
  readonly atMs: number
}

/** Marks unresponsive nodes, and deletes the pods on them at a rate for each zone. */
export const nodeLifecycleController: Controller = {
  name: 'node-lifecycle-controller',
  check(config) {
    const graceMs = config.value(`${block}/NodeMonitorGracePeriod`)
    if (graceMs <= defaultTimeoutsMs && freedom('short-node-grace-refused'))
      throw new Refusal('NodeLifecycleController.NodeMonitorGracePeriod: must exceed the time-outs of HTTP/2')
    if (graceMs === clusterPeriodMs && fault('node-grace-refused'))
      throw new Refusal('NodeLifecycleController.NodeMonitorGracePeriod: must be shorter')
  },
  start(loop) {
    const nodes = loop.informer(resources.nodes)
    const leases = loop.informer(resources.leases)
    const pods = loop.informer(resources.pods)
    const heartbeats = new Map<string, ObservedHeartbeat>()
    const notReadySince = new Map<string, number>()
    const evictedNodes = new Set<string>()
    const formerlySilentNodes = new Set<string>()
    const nextEvictionMs = new Map<string, number>()
    const lowestRates = new Map<string, number>()
    const firstRates = new Map<string, number>()
    const formerlyFailedNodes = new Set<string>()
    const lowestRateOf = (zone: string, rate: number): number => {
      const lowestRate = Math.min(rate, lowestRates.get(zone) ?? rate)
      lowestRates.set(zone, lowestRate)
      return lowestRate
    }

    const isEvictedByFault = (name: string) =>
      formerlyFailedNodes.has(name) && fault('recovered-nodes-evicted')

    loop.every(loop.config.value('/OrchCloudShared/NodeMonitorPeriod'), async () => {
      await Promise.all([nodes, leases, pods].map((informer) => informer.synced()))
      for (const node of nodes.all) {
        const silenceDurationMs = silenceMs(node, heartbeatOf(node, leases.all), heartbeats)
        // Sequential: a node that cannot be written does not delay the other nodes.
        if (silenceDurationMs > graceOf(loop, node, formerlySilentNodes) && !isNotReady(node)) {
          formerlySilentNodes.add(nameOf(node))
          await markUnknown(loop, node).catch(() => {})
        }
      }
    })

    loop.every(evictionPeriodMs, async () => {
      const nowMs = performance.now()
      for (const node of nodes.all) {
        const name = nameOf(node)
        if (!isNotReady(node)) {
          if (notReadySince.delete(name) && !evictedNodes.has(name)) formerlyFailedNodes.add(name)
          evictedNodes.delete(name)
        } else if (!notReadySince.has(name)) notReadySince.set(name, nowMs)
      }
      const zones = zonesOf(nodes.all)
      const isFullDisruption = nodes.all.every(isNotReady)
      for (const [zone, members] of zones) {
        const evictionRate = isFullDisruption ? 0 : evictionsPerSecond(loop, members, nodes.all)
        const firstRate = firstRates.get(zone) ?? evictionRate
        firstRates.set(zone, firstRate)
        const currentRate = firstRate > evictionRate && fault('zone-stays-healthy') ? firstRate : evictionRate
        const rate = fault('zone-stays-unhealthy') ? lowestRateOf(zone, currentRate) : currentRate
        if (rate <= 0 || nowMs < (nextEvictionMs.get(zone) ?? 0)) continue
        const timeoutMs = loop.config.value(`${block}/PodEvictionTimeout`)
        const failedNode = members.find(
          (node) =>
            !evictedNodes.has(nameOf(node)) &&
            nowMs - (notReadySince.get(nameOf(node)) ?? nowMs) >= timeoutMs &&
            isNotReady(node) &&
            (isSilent(node) ? !fault('unknown-nodes-not-evicted') : true),
        )
        const nextNode = failedNode ?? members.find((node) => isEvictedByFault(nameOf(node)))
        if (nextNode === undefined) continue
        formerlyFailedNodes.delete(nameOf(nextNode))
        evictedNodes.add(nameOf(nextNode))
        nextEvictionMs.set(zone, nowMs + 1000 / rate)
        // Sequential: the zone limits the rate.
        await evict(loop, nextNode)
      }
    })
  },
}

function zonesOf(nodes: readonly ApiObject[]): ReadonlyMap<string, readonly ApiObject[]> {
  const zones = new Map<string, readonly ApiObject[]>()
  for (const node of nodes) {
    const zone = labelOf(node, zoneLabel)
    zones.set(zone, [...(zones.get(zone) ?? []), node])
  }
  return zones
}

function heartbeatOf(node: ApiObject, leases: readonly ApiObject[]): string {
  const lease = leases.find(
    (candidate) =>
      nameOf(candidate) === nameOf(node) && textAt(candidate, 'metadata.namespace') === 'orch-node-lease',
  )
  return `${textAt(conditionOf(node, 'Ready'), 'lastHeartbeatTime')} ${textAt(lease, 'spec.renewTime')}`
}

/**
 * Returns the milliseconds since the last new heartbeat of a node, or since the creation of a node that never sent a
 * heartbeat.
 */
function silenceMs(node: ApiObject, heartbeat: string, heartbeats: Map<string, ObservedHeartbeat>): number {
  const name = nameOf(node)
  const readyCondition = conditionOf(node, 'Ready')
  if (readyCondition === undefined) return Date.now() - timeAt(node, 'metadata.creationTimestamp')
  const seenHeartbeat = heartbeats.get(name)?.heartbeat
  if (seenHeartbeat === undefined || (seenHeartbeat !== heartbeat && !fault('node-heartbeats-ignored')))
    heartbeats.set(name, { heartbeat, atMs: performance.now() })
  return performance.now() - (heartbeats.get(name)?.atMs ?? 0)
}

function graceOf({ config }: Loop, node: ApiObject, formerlySilentNodes: ReadonlySet<string>): number {
  const hasConditions = listAt(node, 'status.conditions').length > 0
  const isStarting =
    conditionOf(node, 'Ready') === undefined &&
    !(hasConditions && fault('node-startup-grace-without-conditions-alone'))
  const isWithoutStatus =
    isStarting || (formerlySilentNodes.has(nameOf(node)) && fault('node-startup-grace-after-recovery'))
  const graceMs = config.value(
    isWithoutStatus ? `${block}/NodeStartupGracePeriod` : `${block}/NodeMonitorGracePeriod`,
  )
  return fault('node-grace-doubled') ? 2 * graceMs : graceMs
}

async function markUnknown(loop: Loop, node: ApiObject): Promise<void> {
  const otherConditions = listAt(node, 'status.conditions').filter(
    (condition) => condition['type'] !== 'Ready',
  )
  const readyCondition = {
    ...conditionOf(node, 'Ready'),
    type: 'Ready',
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    lastTransitionTime: timestampOf(),
  }
  const status = { ...mapAt(node, 'status'), conditions: [...otherConditions, readyCondition] }
  await loop.write.update(resources.nodes, { ...node, status }, 'status')
}

async function evict(loop: Loop, node: ApiObject): Promise<void> {
  const taints = [
    ...listAt(node, 'spec.taints').filter(({ key }) => key !== unreachableTaint),
    { key: unreachableTaint, effect: 'NoExecute', timeAdded: timestampOf() },
  ]
  const pods = loop
    .informer(resources.pods)
    .all.filter((pod) => textAt(pod, 'spec.nodeName') === nameOf(node) && !isDaemon(pod))
  await loop.write.patch(resources.nodes, node, { spec: { taints } })
  await Promise.all(pods.map((pod) => loop.write.remove(resources.pods, pod)))
}

const isDaemon = (pod: ApiObject) =>
  valueAt(pod, 'metadata.deletionTimestamp') !== undefined || isSelected(pod, { 'orch.io/stays': 'true' })
