import type { Api, ApiObject } from '../api.ts'
import type { ManagerQuirks } from '../faults.ts'
import type { GenericConfiguration } from '../kind.ts'
import { Informer, type Change } from './informer.ts'
import { keyOf } from '../object.ts'
import type { Resource } from './resources.ts'
import { WorkQueue } from './work-queue.ts'
import { Writer } from './write.ts'

/** A control loop of a manager with such a configuration. */
export interface Controller<C extends GenericConfiguration> {
  /** As the list `Controllers` calls it. */
  readonly name: string
  /** Whether `*` does not enable it. */
  readonly isOffByDefault?: boolean
  /** Reads the files that it needs, before anything begins; throws a Refusal when one cannot be used. */
  check?(config: C, quirks: ManagerQuirks): void
  /** Begins to work. */
  start(loop: Loop<C>): void
}

/** What all control loops of a process work with. */
export class Loop<C extends GenericConfiguration> {
  readonly api: Api
  readonly config: C
  readonly quirks: ManagerQuirks
  readonly write: Writer
  readonly #informers = new Map<Resource, Informer>()
  readonly #resyncMs: number

  constructor(api: Api, config: C, quirks: ManagerQuirks) {
    this.api = api
    this.config = config
    this.quirks = quirks
    this.write = new Writer(api, quirks)
    this.#resyncMs = config.value('/Generic/MinResyncPeriod') * periods(quirks)
  }

  /** The one informer of a sort of objects. */
  informer(resource: Resource): Informer {
    const known = this.#informers.get(resource)
    if (known !== undefined) return known
    const informer = new Informer(this.api, resource, this.#resyncMs)
    this.#informers.set(resource, informer)
    return informer
  }

  /**
   * Works on the objects of a sort as they change, several at a time, once everything that is needed for it is known.
   * The returned queue takes more work.
   */
  work(resource: Resource, work: Work): WorkQueue {
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
    const all = [resource, ...needs].map((each) => this.informer(each).synced())
    void Promise.all(all).then(() => queue.open())
    return queue
  }

  /** Does something again and again, the first time at once; what fails is tried again the next time. */
  every(ms: number, work: () => Promise<void> | void): void {
    let isBusy = false
    const once = async () => {
      if (isBusy) return
      isBusy = true
      try {
        await work()
      } catch {
        // The next time comes.
      }
      isBusy = false
    }
    void once()
    setInterval(() => void once(), Math.max(1, Math.min(ms, longestTimerMs)))
  }
}

/** How many of its periods a resync takes: anything from one to two. */
function periods(quirks: ManagerQuirks): number {
  if (quirks.fault('resync-before-period')) return 0.4
  if (quirks.fault('resync-after-twice-the-period')) return 3
  return 1 + (quirks.fault('resync-not-random') ? 0.5 : Math.random())
}

/** How the objects of a sort are worked on. */
export interface Work {
  readonly workers: number
  /** Other sorts of objects that must be known before. */
  readonly needs?: readonly Resource[]
  /** Which objects, or which changes of them, are worked on; default all. */
  readonly takes?: (object: ApiObject, change: Change) => boolean
  readonly sync: (object: ApiObject, queue: WorkQueue) => Promise<void>
}

const longestTimerMs = 2 ** 31 - 1
