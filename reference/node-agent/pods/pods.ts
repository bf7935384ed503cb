import { messageOf } from '../config/value-text.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import { PodSandboxState } from '#protos/container-runtime/sandboxes_pb.ts'
import { labelOf } from './container.ts'
import { EffectivePods } from './effective-pods.ts'
import type { Pod, PodSource } from './pod.ts'
import { type Listing, ofPod, type WorkerServices, Worker } from './worker.ts'
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

/** Decides whether a pod may run next to the running ones. */
export type Admission = (pod: Pod, others: number) => Rejection | undefined

interface TrackedPod {
  readonly worker: Worker
  state: PodState
  isBusy: boolean
  /** Grace period, set once the pod must end. */
  ending?: number
}

const pollIntervalMs = 1_000

/** Pods that the node runs. */
export class Pods {
  readonly #known = new Map<string, TrackedPod>()
  readonly #given: EffectivePods
  readonly #bySource = new Map<PodSource, readonly Pod[]>()
  readonly #tools: WorkerServices
  readonly #say: (line: string) => void
  readonly #admission: Admission
  readonly #onState: (pod: Pod, state: PodState) => void
  readonly #onGone: (pod: Pod) => void
  #isLooking = false

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
      /** Called with a terminating pod once it has ended. */
      readonly onGone: (pod: Pod) => void
    },
  ) {
    this.#tools = tools
    this.#given = new EffectivePods()
    this.#say = say
    this.#admission = admission
    this.#onState = onState
    this.#onGone = onGone
  }

  /** Replaces all pods of a source. */
  give(source: PodSource, all: readonly Pod[]): void {
    const pods = this.#given.of(source, all)
    this.#bySource.set(source, pods)
    if (source === 'api' && pods.length > 1 && fault('sources-replace-each-other'))
      for (const other of ['file', 'url'] as const) this.#bySource.delete(other)
    for (const pod of pods) {
      const known = this.#known.get(pod.uid)
      if (known === undefined && !pod.isLeaving) this.#admit(pod)
      else if (known !== undefined) known.worker.pod = pod
    }
    void this.#look()
  }

  /** Reconciles the pods until the process ends. */
  begin(): void {
    void this.#look()
    setInterval(() => void this.#look(), pollIntervalMs)
  }

  /** The running pods with their states. */
  get all(): readonly { readonly pod: Pod; readonly state: PodState }[] {
    return [...this.#known.values()].map(({ worker, state }) => ({ pod: worker.pod, state }))
  }

  /** Ends a pod permanently, with the phase failed. */
  fail(pod: Pod, { reason, message }: Rejection, graceSeconds: number): void {
    const known = this.#known.get(pod.uid)
    if (known === undefined || known.state.phase === 'Failed') return
    known.ending = graceSeconds
    this.#tell(known, { phase: 'Failed', reason, message })
    void this.#look()
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
    const running = [...this.#known.values()].filter(({ state }) => state.phase !== 'Failed').length
    const known: TrackedPod = {
      worker: new Worker(pod, this.#tools),
      state: { phase: 'Pending' },
      isBusy: false,
    }
    this.#known.set(pod.uid, known)
    const rejection = this.#admission(pod, running)
    if (rejection === undefined) return
    known.ending = 0
    this.#tell(known, { phase: 'Failed', ...rejection })
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { runtime } = this.#tools
    try {
      const listing = { sandboxes: await runtime.sandboxes(), containers: await runtime.containers() }
      const wanted = new Map([...this.#bySource.values()].flat().map((pod) => [pod.uid, pod]))
      for (const [uid, known] of this.#known) this.#tend(known, wanted.get(uid), listing)
      for (const { labels, id } of listing.sandboxes.filter(
        ({ state }) => state === PodSandboxState.SANDBOX_READY,
      )) {
        const uid = labels[labelOf.uid]
        const isOwn = uid !== undefined || fault('containers-of-others-stopped')
        if (isOwn && !this.#known.has(uid ?? '')) void this.#remove(uid, id, listing)
      }
    } catch (error) {
      this.#say(`the runtime: ${messageOf(error)}`)
    } finally {
      this.#isLooking = false
    }
  }

  #tend(known: TrackedPod, wanted: Pod | undefined, listing: Listing): void {
    if (known.isBusy) return
    const { pod } = known.worker
    const isUnwanted = wanted === undefined || wanted.isLeaving
    const ends = isUnwanted && !fault('removed-pods-go-on')
    const grace = known.ending ?? (ends ? pod.graceSeconds : undefined)
    known.isBusy = true
    const work = grace === undefined ? this.#attend(known, listing) : this.#end(known, grace, wanted, listing)
    void work
      .then(
        () => true,
        (error: unknown) => {
          this.#say(`${pod.namespace}/${pod.name}: ${messageOf(error)}`)
          return !fault('failed-pods-not-retried')
        },
      )
      .then((continues) => {
        known.isBusy = !continues
      })
  }

  async #attend(known: TrackedPod, listing: Listing): Promise<void> {
    await known.worker.attend(listing)
    const phase = await known.worker.phase(listing)
    if (phase !== known.state.phase) this.#tell(known, { phase })
  }

  async #end(known: TrackedPod, grace: number, wanted: Pod | undefined, listing: Listing): Promise<void> {
    const { pod } = known.worker
    await this.#stop(pod.uid, grace, listing)
    if (wanted === undefined || wanted.isLeaving) {
      this.#known.delete(pod.uid)
      if (wanted !== undefined) this.#onGone(pod)
    }
  }

  async #stop(uid: string, graceSeconds: number, listing: Listing): Promise<void> {
    const { runtime } = this.#tools
    const { sandboxes, containers } = ofPod(listing, uid)
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
      else await this.#tools.runtime.removeSandbox(sandbox)
    } catch (error) {
      this.#say(`a sandbox of nobody: ${messageOf(error)}`)
    }
  }

  #tell(known: TrackedPod, state: PodState): void {
    known.state = state
    this.#onState(known.worker.pod, state)
  }
}
