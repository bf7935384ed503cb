import { messageOf } from '../config/value-text.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import { PodSandboxState } from '#protos/container-runtime/sandboxes_pb.ts'
import { labelOf } from './container.ts'
import { EffectivePods } from './effective-pods.ts'
import type { Pod, PodSource } from './pod.ts'
import { type Listing, listingOfPod, type WorkerServices, Worker } from './worker.ts'
import { fault } from '../../quirks/quirks.ts'

/** State of a pod. */
export interface PodState {
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed'
  readonly reason?: string
  readonly message?: string
}

/** Reason why a pod must not run on the node. */
export interface Rejection {
  readonly reason: string
  readonly message: string
}

/** Decides whether a pod may run next to the running pods. */
export type Admission = (pod: Pod, otherPodCount: number) => Rejection | undefined

interface TrackedPod {
  readonly worker: Worker
  state: PodState
  isBusy: boolean
  /** Grace period in seconds, set once the pod must end. */
  ending?: number
}

const pollIntervalMs = 1_000

/** Pods that the node runs. */
export class Pods {
  readonly #trackedPods = new Map<string, TrackedPod>()
  readonly #effectivePods: EffectivePods
  readonly #bySource = new Map<PodSource, readonly Pod[]>()
  readonly #services: WorkerServices
  readonly #say: (line: string) => void
  readonly #admission: Admission
  readonly #onState: (pod: Pod, state: PodState) => void
  readonly #onGone: (pod: Pod) => void
  #isLooking = false
  /** Number of pods that were deleted. Only a fault counts them. */
  #deletedPodCount = 0

  constructor(
    tools: WorkerServices,
    {
      say,
      admission,
      onState,
      onGone,
    }: {
      readonly say: (line: string) => void
      readonly admission: Admission
      readonly onState: (pod: Pod, state: PodState) => void
      /** Called with each terminating pod once its containers have ended. */
      readonly onGone: (pod: Pod) => void
    },
  ) {
    this.#services = tools
    this.#effectivePods = new EffectivePods()
    this.#say = say
    this.#admission = admission
    this.#onState = onState
    this.#onGone = onGone
  }

  /** Replaces the specifications of all pods of a source. */
  give(source: PodSource, sourcePods: readonly Pod[]): void {
    const pods = this.#effectivePods.of(source, sourcePods)
    this.#bySource.set(source, pods)
    if (source === 'api' && pods.length > 1 && fault('sources-replace-each-other'))
      for (const otherSource of ['file', 'url'] as const) this.#bySource.delete(otherSource)
    for (const pod of pods) {
      const trackedPod = this.#trackedPods.get(pod.uid)
      if (trackedPod === undefined && !pod.isLeaving) this.#admit(pod)
      else if (trackedPod !== undefined) {
        trackedPod.worker.pod = pod
        const { state } = trackedPod
        const isOverwritten = state.phase !== 'Pending' && pod.storedPhase !== state.phase
        if (isOverwritten && source === 'api' && !fault('pod-states-reported-once'))
          this.#tell(trackedPod, state)
      }
    }
    void this.#checkPods()
  }

  /** Reconciles the pods until the process ends. */
  begin(): void {
    void this.#checkPods()
    setInterval(() => void this.#checkPods(), pollIntervalMs)
  }

  /** Pods of the node with their states. */
  get all(): readonly { readonly pod: Pod; readonly state: PodState }[] {
    return [...this.#trackedPods.values()].map(({ worker, state }) => ({ pod: worker.pod, state }))
  }

  /** Ends a pod permanently in the phase `Failed`. */
  fail(pod: Pod, { reason, message }: Rejection, graceSeconds: number): void {
    const trackedPod = this.#trackedPods.get(pod.uid)
    if (trackedPod === undefined || trackedPod.state.phase === 'Failed') return
    trackedPod.ending = graceSeconds
    this.#tell(trackedPod, { phase: 'Failed', reason, message })
    void this.#checkPods()
  }

  /** Returns the content of `/pods`. */
  list(): object {
    const items = this.all.map(({ pod: { uid, name, namespace, labels, spec }, state }) => ({
      metadata: { name, namespace, uid, labels },
      spec,
      status: state,
    }))
    return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items }
  }

  #admit(pod: Pod): void {
    const activePodCount = this.#deletedPodCount + [...this.#trackedPods.values()].filter(isCounted).length
    const trackedPod: TrackedPod = {
      worker: new Worker(pod, this.#services),
      state: { phase: 'Pending' },
      isBusy: false,
    }
    this.#trackedPods.set(pod.uid, trackedPod)
    const rejection = this.#admission(pod, activePodCount)
    if (rejection === undefined) return
    trackedPod.ending = 0
    this.#tell(trackedPod, { phase: 'Failed', ...rejection })
  }

  async #checkPods(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { runtime } = this.#services
    try {
      const listing = { sandboxes: await runtime.sandboxes(), containers: await runtime.containers() }
      const wantedPods = new Map([...this.#bySource.values()].flat().map((pod) => [pod.uid, pod]))
      for (const [uid, trackedPod] of this.#trackedPods) this.#tend(trackedPod, wantedPods.get(uid), listing)
      for (const { labels, id } of listing.sandboxes.filter(
        ({ state }) => state === PodSandboxState.SANDBOX_READY,
      )) {
        const uid = labels[labelOf.uid]
        const isOwnSandbox = uid !== undefined || fault('containers-of-others-stopped')
        if (isOwnSandbox && !this.#trackedPods.has(uid ?? '')) void this.#remove(uid, id, listing)
      }
    } catch (error) {
      this.#say(`the runtime: ${messageOf(error)}`)
    } finally {
      this.#isLooking = false
    }
  }

  #tend(trackedPod: TrackedPod, wantedPod: Pod | undefined, listing: Listing): void {
    if (trackedPod.isBusy) return
    const { pod } = trackedPod.worker
    const isUnwanted = wantedPod === undefined || wantedPod.isLeaving
    const isTerminating = isUnwanted && !fault('removed-pods-go-on')
    const graceSeconds = trackedPod.ending ?? (isTerminating ? pod.graceSeconds : undefined)
    trackedPod.isBusy = true
    const pendingWork =
      graceSeconds === undefined
        ? this.#attend(trackedPod, listing)
        : this.#end(trackedPod, graceSeconds, wantedPod, listing)
    void pendingWork
      .then(
        () => true,
        (error: unknown) => {
          this.#say(`${pod.namespace}/${pod.name}: ${messageOf(error)}`)
          return !fault('failed-pods-not-retried')
        },
      )
      .then((isContinued) => {
        trackedPod.isBusy = !isContinued
      })
  }

  async #attend(trackedPod: TrackedPod, listing: Listing): Promise<void> {
    await trackedPod.worker.attend(listing)
    const phase = await trackedPod.worker.phase(listing)
    if (phase !== trackedPod.state.phase) this.#tell(trackedPod, { phase })
  }

  async #end(
    trackedPod: TrackedPod,
    graceSeconds: number,
    wantedPod: Pod | undefined,
    listing: Listing,
  ): Promise<void> {
    const { pod } = trackedPod.worker
    await this.#stop(pod.uid, graceSeconds, listing)
    if (wantedPod === undefined || wantedPod.isLeaving) {
      this.#trackedPods.delete(pod.uid)
      if (fault('deleted-pods-counted')) this.#deletedPodCount += 1
      if (wantedPod !== undefined) this.#onGone(pod)
    }
  }

  async #stop(uid: string, graceSeconds: number, listing: Listing): Promise<void> {
    const { runtime } = this.#services
    const { sandboxes, containers } = listingOfPod(listing, uid)
    await Promise.all(
      containers
        .filter(({ state }) => state === ContainerState.CONTAINER_RUNNING)
        .map(({ id }) => runtime.stopContainer(id, graceSeconds)),
    )
    for (const { id } of containers) await runtime.removeContainer(id)
    for (const { id } of sandboxes) await runtime.removeSandbox(id)
  }

  async #remove(uid: string | undefined, sandbox: string, listing: Listing): Promise<void> {
    try {
      if (uid !== undefined) await this.#stop(uid, 1, listing)
      else await this.#services.runtime.removeSandbox(sandbox)
    } catch (error) {
      this.#say(`a sandbox of nobody: ${messageOf(error)}`)
    }
  }

  #tell(trackedPod: TrackedPod, state: PodState): void {
    trackedPod.state = state
    this.#onState(trackedPod.worker.pod, state)
  }
}

/** Reports whether a pod is part of the maximum number of pods of the node. */
function isCounted({ worker, state }: TrackedPod): boolean {
  if (worker.pod.source !== 'api' && fault('file-pods-not-counted')) return false
  return state.phase !== 'Failed' && (state.phase !== 'Succeeded' || fault('succeeded-pods-counted'))
}
