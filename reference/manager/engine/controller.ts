import type { Api, ApiObject } from '../api.ts'
import { fault } from '../../quirks/quirks.ts'
import type { GenericConfiguration } from '../kind.ts'
import { Informer, type Change } from './informer.ts'
import { keyOf } from '../object.ts'
import type { Resource } from './resources.ts'
import { WorkQueue } from './work-queue.ts'
import { Writer } from './write.ts'

/** Control loop of a manager with the given configuration. */
export interface Controller<C extends GenericConfiguration> {
  /** Name in the list `Controllers`. */
  readonly name: string
  /** True if `*` in the list does not enable the controller. */
  readonly isOffByDefault?: boolean
  /** Reads the files that the controller needs before any loop starts. Throws a Refusal when a file cannot be used. */
  check?(config: C): void
  /** Starts the loop. */
  start(loop: Loop<C>): void
}

/** Shared parts of all control loops of a process. */
export class Loop<C extends GenericConfiguration> {
  readonly api: Api
  readonly config: C
  readonly write: Writer
  readonly #informers = new Map<Resource, Informer>()
  readonly #resyncMs: number

  constructor(api: Api, config: C) {
    this.api = api
    this.config = config
    this.write = new Writer(api)
    this.#resyncMs = config.value('/Generic/MinResyncPeriod') * resyncPeriods()
  }

  /** Returns the single informer of a resource. */
  informer(resource: Resource): Informer {
    const existingInformer = this.#informers.get(resource)
    if (existingInformer !== undefined) return existingInformer
    const informer = new Informer(this.api, resource, this.#resyncMs)
    this.#informers.set(resource, informer)
    return informer
  }

  /**
   * Processes the objects of a resource as they change, several at a time, once all needed resources are synced. The
   * returned queue accepts more work.
   */
  work(resource: Resource, work: ControllerWork): WorkQueue {
    const { workers, needs = [], takes = () => true, sync } = work
    const informer = this.informer(resource)
    const queue = new WorkQueue(workers, async (key) => {
      const object = informer.get(key)
      if (object !== undefined) await sync(object, queue)
    })
    informer.listen((change) => {
      const { now } = change
      if (now !== undefined && takes(now, change)) queue.add(keyOf(now))
    })
    const syncs = [resource, ...needs].map((watchedResource) => this.informer(watchedResource).synced())
    void Promise.all(syncs).then(() => queue.open())
    return queue
  }

  /** Runs work periodically, beginning at once. Failed work is repeated after the next period. */
  every(ms: number, work: () => Promise<void> | void): void {
    let isRunning = false
    const runOnce = async () => {
      if (isRunning) return
      isRunning = true
      try {
        await work()
      } catch {
        // Ignored, because the next period retries.
      }
      isRunning = false
    }
    void runOnce()
    setInterval(() => void runOnce(), Math.max(1, Math.min(ms, maxTimerMs)))
  }
}

/** Number of periods until a resync: a random value from one to two, without a fault. */
function resyncPeriods(): number {
  if (fault('resync-before-period')) return 0.4
  if (fault('resync-after-twice-the-period')) return 3
  return 1 + (fault('resync-not-random') ? 0.5 : Math.random())
}

/** Settings for the processing of the objects of a resource. */
export interface ControllerWork {
  readonly workers: number
  /** Other resources that must be synced first. */
  readonly needs?: readonly Resource[]
  /** Selects the objects and changes to process. Default: all. */
  readonly takes?: (object: ApiObject, change: Change) => boolean
  readonly sync: (object: ApiObject, queue: WorkQueue) => Promise<void>
}

const maxTimerMs = 2 ** 31 - 1
