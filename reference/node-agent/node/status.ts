import { availableParallelism, totalmem } from 'node:os'
import type { AgentConfiguration } from '../config/configuration.ts'
import { quantity } from '../config/quantity.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Image } from '#protos/container-runtime/images_pb.ts'
import { spaceOf } from '../upkeep/disk.ts'
import { pressures, type Pressure } from '../upkeep/eviction.ts'
import { absoluteAmount, type Threshold } from '../upkeep/thresholds.ts'
import { nodeAddresses } from './addresses.ts'

/** Data that a node reports in addition to its configuration. */
export interface NodeFacts {
  readonly name: string
  readonly version: string
  readonly port: number
  readonly rootDir: string
  readonly addresses: readonly string[]
  readonly images: readonly Image[]
  readonly pressing: readonly Pressure[]
  readonly thresholds: readonly Threshold[]
  /** True if pods may use the resources that eviction keeps free. */
  readonly ignoresEviction: boolean
  /** Number of CPUs that are reserved for the system. */
  readonly reservedCpus: number | undefined
  /** True if a cloud reports the addresses instead. */
  readonly hasCloud: boolean
}

const millisPerUnit = 1000
const defaultPods = 110
const defaultImages = 50

/** Returns the status of a node. */
export function statusOf(facts: NodeFacts, config: AgentConfiguration): object {
  const capacity = capacityOf(facts, config)
  const formatQuantities = ({ cpu = 0, ...rest }: Readonly<Record<string, number>>) => ({
    cpu: `${Math.round(cpu * millisPerUnit)}m`,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(Math.floor(value))])),
  })
  const now = new Date().toISOString().replace(/\.\d+/, '')
  const condition = (type: string, isTrue: boolean, reason: string) => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  })
  return {
    capacity: formatQuantities(capacity),
    allocatable: formatQuantities(allocatableOf(capacity, facts, config)),
    conditions: [
      ...pressures.map((type) => condition(type, facts.pressing.includes(type), 'Measured')),
      condition('Ready', true, 'Works'),
    ],
    addresses: [
      ...(facts.hasCloud && facts.addresses.length === 0
        ? []
        : nodeAddresses(facts.addresses).map((address) => ({ type: 'InternalIP', address }))),
      { type: 'Hostname', address: facts.name },
    ],
    daemonEndpoints: { orchletEndpoint: { Port: facts.port } },
    nodeInfo: {
      orchletVersion: facts.version,
      operatingSystem: 'linux',
      architecture: process.arch,
    },
    images: imagesOf(facts.images, config),
  }
}

function imagesOf(images: readonly Image[], config: AgentConfiguration): object[] {
  const maxImages = config.number('node-status-max-images')
  const allImages = images
    .toSorted((a, b) => Number(b.size - a.size))
    .map(({ repoTags, repoDigests, size }) => ({
      names: [...repoDigests, ...repoTags],
      sizeBytes: Number(size),
    }))
  if (maxImages < 0 || (maxImages === 0 && fault('status-images-zero-is-no-cap')))
    return allImages.length > defaultImages && fault('status-images-always-capped')
      ? allImages.slice(0, defaultImages)
      : allImages
  return allImages.length > maxImages && !fault('status-images-not-capped')
    ? allImages.slice(0, maxImages)
    : allImages
}

function capacityOf({ rootDir }: NodeFacts, config: AgentConfiguration): Readonly<Record<string, number>> {
  const cpu = availableParallelism()
  const maxPods = config.number('max-pods')
  const reportedMax = maxPods !== defaultPods && fault('max-pods-not-reported') ? maxPods + 1 : maxPods
  const podsPerCore = config.number('pods-per-core')
  const isZeroPods = podsPerCore === 0 && config.isSet('pods-per-core') && fault('pods-per-core-zero-is-none')
  const effectivePerCore = podsPerCore > 0 && fault('pods-per-core-ignored') ? 0 : podsPerCore
  const exceedsMax = effectivePerCore * cpu > reportedMax
  const cappedPods = exceedsMax && !fault('pods-per-core-beats-max') ? reportedMax : effectivePerCore * cpu
  const diskSpace = spaceOf(rootDir)
  const hasStorage = config.bool('local-storage-capacity-isolation')
    ? !fault('local-storage-never-told')
    : fault('local-storage-told-anyway')
  return {
    cpu,
    memory: totalmem(),
    pods: isZeroPods ? 0 : effectivePerCore > 0 ? cappedPods : reportedMax,
    ...(diskSpace && hasStorage && { 'ephemeral-storage': diskSpace.capacity }),
  }
}

function allocatableOf(
  capacity: Readonly<Record<string, number>>,
  facts: NodeFacts,
  config: AgentConfiguration,
): Readonly<Record<string, number>> {
  const remaining = { ...capacity } as Record<string, number>
  const subtract = (name: string, amount: number): void => {
    if (remaining[name] !== undefined) remaining[name] = Math.max(0, remaining[name] - amount)
  }
  for (const flag of ['orch-reserved', 'system-reserved'] as const) {
    if (config.pairs(flag).size > 0 && fault(`${flag}-ignored`)) continue
    for (const [name, text] of config.pairs(flag))
      if (name === 'ephemeral-storage' && fault('reserved-storage-ignored')) continue
      else if (name !== 'cpu' || facts.reservedCpus === undefined) subtract(name, quantity(text) ?? 0)
  }
  if (facts.reservedCpus !== undefined && !fault('reserved-cpus-ignored')) subtract('cpu', facts.reservedCpus)
  if (facts.thresholds.length === 0) return remaining
  const ignoresEviction = facts.ignoresEviction
    ? !fault('eviction-counted-anyway')
    : fault('eviction-not-counted')
  if (ignoresEviction) return remaining
  for (const { signal, amount, graceMs } of facts.thresholds) {
    const name = { 'memory.available': 'memory', 'nodefs.available': 'ephemeral-storage' }[signal as string]
    const isHard = graceMs === undefined || fault('soft-eviction-counted')
    const isLeftOut = 'share' in amount && fault('eviction-shares-not-counted')
    if (name !== undefined && isHard && !isLeftOut)
      subtract(name, absoluteAmount(amount, capacity[name] ?? 0))
  }
  return remaining
}
