import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { create } from '@bufbuild/protobuf'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { type Container, ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import {
  type PodSandbox,
  type PodSandboxConfig,
  PodSandboxConfigSchema,
  PodSandboxState,
} from '#protos/container-runtime/sandboxes_pb.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { containerConfig, hashOf, labelOf } from './container.ts'
import { dnsOf } from './dns.ts'
import { containersToStart, latestOf } from './containers-to-start.ts'
import { Liveness } from './liveness.ts'
import { isBestEffort, type Pod, type WantedContainer } from './pod.ts'
import type { Puller } from './puller.ts'
import { sysctlsOf } from './sysctls.ts'

/** State of the runtime at one moment. */
export interface Listing {
  readonly sandboxes: readonly PodSandbox[]
  readonly containers: readonly Container[]
}

/** Services for a worker. */
export interface WorkerServices {
  readonly runtime: Runtime
  readonly puller: Puller
  readonly config: AgentConfiguration
  /** Directory of the container logs. */
  readonly logs: string
}

const initialBackoffMs = 10_000
const maxBackoffMs = 300_000

/** Reconciles the sandbox and the containers of one pod with its specification. */
export class Worker {
  /** Latest specification of the pod. Its uid never changes. */
  pod: Pod
  readonly #services: WorkerServices
  readonly #liveness: Liveness
  readonly #restarts = new Map<string, { readonly count: number; readonly notBeforeMs: number }>()
  /** Ids of containers that were created and could not be started. */
  readonly #unstartedIds = new Set<string>()

  constructor(pod: Pod, tools: WorkerServices) {
    this.pod = pod
    this.#services = tools
    this.#liveness = new Liveness(tools.runtime)
  }

  /** Ensures that the sandbox and the containers run. Rejects when the runtime refuses. */
  async attend(listing: Listing): Promise<void> {
    const ownListing = listingOfPod(listing, this.pod.uid)
    const config = this.#sandboxConfig(ownListing.sandboxes.length)
    await this.#stopFormer(ownListing.containers)
    await this.#stopUnhealthy(ownListing.containers)
    const containersToCreate = await containersToStart(this.pod, ownListing.containers, {
      isDue: (container) => this.#isDue(container, ownListing.containers),
      exitCodeOf: (id) => this.#exitCode(id),
    })
    if (containersToCreate.length === 0) return
    const readySandbox = ownListing.sandboxes.find(
      ({ state }) => state === PodSandboxState.SANDBOX_READY || fault('ended-sandboxes-used'),
    )
    const sandbox = readySandbox?.id ?? (await this.#runSandbox(config))
    for (const container of containersToCreate)
      await this.#run(container, ownListing.containers, sandbox, config)
  }

  /** Returns the phase of the pod, derived from its containers. */
  async phase(listing: Listing): Promise<'Pending' | 'Running' | 'Succeeded' | 'Failed'> {
    const { containers } = listingOfPod(listing, this.pod.uid)
    const latestContainers = this.pod.containers.map(({ name }) => latestOf(name, containers))
    if (latestContainers.some((container) => container === undefined)) return 'Pending'
    if (
      this.#policy() === 'Always' ||
      latestContainers.some((container) => container?.state !== ContainerState.CONTAINER_EXITED)
    )
      return 'Running'
    const codes = await Promise.all(latestContainers.map((container) => this.#exitCode(container?.id ?? '')))
    if (codes.every((code) => code === 0)) return 'Succeeded'
    return this.#policy() === 'OnFailure' ? 'Running' : 'Failed'
  }

  async #exitCode(id: string): Promise<number> {
    return (await this.#services.runtime.containerStatus(id)).exitCode
  }

  /** Stops containers whose specification has changed since their creation. */
  async #stopFormer(containers: readonly Container[]): Promise<void> {
    for (const container of this.pod.containers) {
      const latestContainer = latestOf(container.name, containers)
      if (
        latestContainer?.state === ContainerState.CONTAINER_RUNNING &&
        isOutdated(latestContainer, container)
      )
        await this.#services.runtime.stopContainer(latestContainer.id, this.pod.graceSeconds)
    }
  }

  /** Stops containers whose liveness probe fails. */
  async #stopUnhealthy(containers: readonly Container[]): Promise<void> {
    for (const container of this.pod.containers) {
      const latestContainer = latestOf(container.name, containers)
      if (latestContainer?.state !== ContainerState.CONTAINER_RUNNING) continue
      if (await this.#liveness.isDead(container, latestContainer.id))
        await this.#services.runtime.stopContainer(latestContainer.id, this.pod.graceSeconds)
    }
  }

  #policy(): unknown {
    return this.pod.spec['restartPolicy'] ?? 'Always'
  }

  async #isDue(container: WantedContainer, containers: readonly Container[]): Promise<boolean> {
    const { name, kind } = container
    const latestContainer = latestOf(name, containers)
    if (latestContainer === undefined) return true
    const isUnstarted = this.#unstartedIds.has(latestContainer.id) && !fault('failed-starts-not-repeated')
    if (latestContainer.state !== ContainerState.CONTAINER_EXITED && !isUnstarted) return false
    if (kind === 'ordinary' && isOutdated(latestContainer, container)) return true
    if (kind === 'ephemeral' || fault('containers-not-restarted')) return false
    if (kind === 'sidecar' && fault('sidecars-not-restarted')) return false
    if (kind !== 'sidecar' && this.#policy() === 'Never' && !fault('restart-policy-ignored')) return false
    const isDone =
      kind !== 'sidecar' &&
      this.#policy() === 'OnFailure' &&
      (await this.#exitCode(latestContainer.id)) === 0 &&
      !fault('successful-containers-restarted')
    if (isDone) return false
    const isLater = this.pod.containers.findIndex((other) => other.name === name) > 0
    if (isLater && fault('only-first-container-restarted')) return false
    if (this.#restarts.has(name) && fault('containers-restarted-once')) return false
    return performance.now() >= (this.#restarts.get(name)?.notBeforeMs ?? 0)
  }

  async #runSandbox(config: PodSandboxConfig): Promise<string> {
    try {
      mkdirSync(config.logDirectory, { recursive: true })
    } catch {
      // A runtime that writes no logs needs no directory for them.
    }
    return this.#services.runtime.runSandbox(config)
  }

  async #run(
    container: WantedContainer,
    containers: readonly Container[],
    sandbox: string,
    sandboxConfig: PodSandboxConfig,
  ): Promise<void> {
    const { runtime, puller, config } = this.#services
    const { name } = container
    await puller.ensure(String(container['image']), container['imagePullPolicy'])
    const latestContainer = latestOf(name, containers)
    const attempt = latestContainer?.metadata === undefined ? 0 : latestContainer.metadata.attempt + 1
    if (attempt > 0) this.#countRestart(name)
    const wantedConfig = containerConfig(this.pod, container, attempt, config)
    try {
      mkdirSync(join(sandboxConfig.logDirectory, name), { recursive: true })
    } catch {
      // As for the sandbox, a runtime that writes no logs needs no directory.
    }
    const id = await runtime.createContainer(sandbox, wantedConfig, sandboxConfig)
    try {
      await runtime.startContainer(id)
    } catch (error) {
      this.#unstartedIds.add(id)
      throw error
    }
  }

  /** Counts a restart. The first restart is immediate, and each later restart follows after a longer pause. */
  #countRestart(name: string): void {
    const count = (this.#restarts.get(name)?.count ?? 0) + 1
    const pauseMs = Math.min(maxBackoffMs, initialBackoffMs * 2 ** (count - 1))
    this.#restarts.set(name, { count, notBeforeMs: performance.now() + pauseMs })
  }

  #sandboxConfig(attempt: number): PodSandboxConfig {
    const { uid, name, namespace, labels } = this.pod
    const { config, logs } = this.#services
    return create(PodSandboxConfigSchema, {
      metadata: { name, uid, namespace, attempt },
      hostname: name,
      logDirectory: join(logs, `${namespace}_${name}_${uid}`),
      dnsConfig: dnsOf(this.pod, config),
      labels: {
        ...labels,
        [labelOf.pod]: name,
        [labelOf.namespace]: namespace,
        [labelOf.uid]: uid,
      },
      linux: { cgroupParent: this.#cgroup(), sysctls: { ...sysctlsOf(this.pod) } },
    })
  }

  #cgroup(): string {
    const { config } = this.#services
    const cgroupRoot = config.string('cgroup-root').replace(/\/$/, '')
    const root = cgroupRoot !== '' && fault('cgroup-root-ignored') ? '' : cgroupRoot
    if (!config.bool('cgroups-per-qos')) return root
    const qosClass = isBestEffort(this.pod) ? 'besteffort' : 'burstable'
    return config.string('cgroup-driver') === 'systemd'
      ? `pods-${qosClass}-pod${this.pod.uid}.slice`
      : `${root}/pods/${qosClass}/pod${this.pod.uid}`
  }
}

/** Returns the state of one pod in the runtime. */
export function listingOfPod({ sandboxes, containers }: Listing, uid: string): Listing {
  return {
    sandboxes: sandboxes.filter(({ labels }) => labels[labelOf.uid] === uid),
    containers: containers.filter(({ labels }) => labels[labelOf.uid] === uid),
  }
}

function isOutdated({ labels }: Container, container: WantedContainer): boolean {
  return labels[labelOf.hash] !== hashOf(container)
}
