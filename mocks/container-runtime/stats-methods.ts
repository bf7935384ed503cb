import type { Fields } from '../grpc/service.ts'
import type { MethodHandlers } from './answers.ts'
import { nowNs } from './clock.ts'
import type { Container, Containers } from './containers.ts'
import type { Disk } from './disk.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import {
  type ContainerStatsSchema,
  type MetricSchema,
  MetricType,
  type PodSandboxStatsSchema,
} from '#protos/container-runtime/stats_pb.ts'
import { matchesSelector } from './ids.ts'
import type { Sandbox, Sandboxes } from './sandboxes.ts'

/** Dependencies of the statistics methods. */
export interface StatsParts {
  readonly sandboxes: Sandboxes
  readonly containers: Containers
  readonly disk: Disk
}

const nanoCoresPerMilliCore = 1_000_000
const nsPerSecond = 1_000_000_000

const cpuMetric = { name: 'container_cpu_usage_seconds_total', help: 'CPU time', labelKeys: ['id', 'name'] }
const memoryMetric = { name: 'container_memory_working_set_bytes', help: 'Memory', labelKeys: ['id', 'name'] }

/** Actions of a correct runtime that report usage. Only running containers use resources. */
export function statsMethods({ sandboxes, containers, disk }: StatsParts): MethodHandlers {
  const runningIn = (sandbox: Sandbox) => containers.in(sandbox).filter(isRunning)
  const sandboxStats = (sandbox: Sandbox): Fields<typeof PodSandboxStatsSchema> => {
    const { id, config } = sandbox
    const containerStats = runningIn(sandbox).map((container) => statsOf(container, disk))
    const sumOf = (valueOf: (stats: (typeof containerStats)[number]) => bigint | undefined) => ({
      value: containerStats.reduce((total, stats) => total + (valueOf(stats) ?? 0n), 0n),
    })
    return {
      attributes: {
        id,
        labels: config.labels,
        annotations: config.annotations,
        ...(config.metadata && { metadata: config.metadata }),
      },
      linux: {
        cpu: {
          timestamp: nowNs(),
          usageCoreNanoSeconds: sumOf(({ cpu }) => cpu.usageCoreNanoSeconds.value),
          usageNanoCores: sumOf(({ cpu }) => cpu.usageNanoCores.value),
        },
        memory: { timestamp: nowNs(), workingSetBytes: sumOf(({ memory }) => memory.workingSetBytes.value) },
        process: { timestamp: nowNs(), processCount: { value: BigInt(containerStats.length) } },
        containers: containerStats,
      },
    }
  }
  return {
    containerStats: ({ containerId }) => ({ stats: statsOf(containers.get(containerId), disk) }),

    listContainerStats: ({ filter }) => ({
      stats: containers.all
        .filter(
          (container) =>
            isRunning(container) &&
            container.id.startsWith(filter?.id ?? '') &&
            container.sandbox.id.startsWith(filter?.podSandboxId ?? '') &&
            matchesSelector(filter?.labelSelector, container.config.labels),
        )
        .map((container) => statsOf(container, disk)),
    }),

    podSandboxStats: ({ podSandboxId }) => ({ stats: sandboxStats(sandboxes.get(podSandboxId)) }),

    listPodSandboxStats: ({ filter }) => ({
      stats: sandboxes.all
        .filter(
          ({ id, ready, config }) =>
            ready && id.startsWith(filter?.id ?? '') && matchesSelector(filter?.labelSelector, config.labels),
        )
        .map(sandboxStats),
    }),

    listMetricDescriptors: () => ({ descriptors: [cpuMetric, memoryMetric] }),

    listPodSandboxMetrics: () => ({
      podMetrics: sandboxes.all.map((sandbox) => ({
        podSandboxId: sandbox.id,
        containerMetrics: runningIn(sandbox).map((container) => ({
          containerId: container.id,
          metrics: metricsOf(container),
        })),
      })),
    }),
  }
}

function isRunning({ state }: Container): boolean {
  return state === ContainerState.CONTAINER_RUNNING
}

/** Returns the CPU time that a container has used since it started. */
function cpuNsOf({ usage, startedAtNs, finishedAtNs }: Container, now: bigint): bigint {
  const untilNs = finishedAtNs === 0n ? now : finishedAtNs
  return startedAtNs === 0n ? 0n : ((untilNs - startedAtNs) * BigInt(usage.milliCores)) / 1000n
}

function statsOf(container: Container, disk: Disk) {
  const { id, config, usage } = container
  const timestamp = nowNs()
  const memory = { value: BigInt(usage.memoryBytes) }
  return {
    attributes: {
      id,
      labels: config.labels,
      annotations: config.annotations,
      ...(config.metadata && { metadata: config.metadata }),
    },
    cpu: {
      timestamp,
      usageCoreNanoSeconds: { value: cpuNsOf(container, timestamp) },
      usageNanoCores: { value: BigInt(usage.milliCores * nanoCoresPerMilliCore) },
    },
    memory: { timestamp, workingSetBytes: memory, usageBytes: memory, rssBytes: memory },
    writableLayer: {
      timestamp,
      fsId: { mountpoint: disk.containerMountpoint ?? disk.mountpoint },
      usedBytes: { value: BigInt(usage.writtenBytes) },
      inodesUsed: { value: 1n },
    },
  } satisfies Fields<typeof ContainerStatsSchema>
}

function metricsOf(container: Container): Fields<typeof MetricSchema>[] {
  const timestamp = nowNs()
  const labelValues = [container.id, container.config.metadata?.name ?? '']
  const cpuSeconds = cpuNsOf(container, timestamp) / BigInt(nsPerSecond)
  return [
    {
      name: cpuMetric.name,
      metricType: MetricType.COUNTER,
      timestamp,
      labelValues,
      value: { value: cpuSeconds },
    },
    {
      name: memoryMetric.name,
      metricType: MetricType.GAUGE,
      timestamp,
      labelValues,
      value: { value: BigInt(container.usage.memoryBytes) },
    },
  ]
}
