import { create } from '@bufbuild/protobuf'
import type { Fields } from '../grpc/service.ts'
import { type Event, Event_EventType, EventSchema } from '#protos/etcd/kv_pb.ts'
import {
  type WatchCreateRequest,
  WatchCreateRequest_FilterType as Filter,
  type WatchRequest,
  type WatchResponseSchema,
} from '#protos/etcd/rpc_pb.ts'
import { isKeyInRange, type KeyRange, rangeOf } from './key-range.ts'
import type { Commit, Store } from './store.ts'

/** Message that a watch sends. */
export type WatchAnswer = Fields<typeof WatchResponseSchema>

/** One of the watches that share a stream. */
interface Watcher {
  readonly id: bigint
  readonly range: KeyRange
  readonly startRevision: bigint
  readonly isWanted: (event: Event) => boolean
  readonly prevKv: boolean
  readonly progressNotify: boolean
  readonly fragment: boolean
  /** True if the watch has sent an event since the last progress messages. */
  hasSentEvent: boolean
}

// Watch id of responses that belong to no single watch: to a progress request, and to a rejected watch.
const allWatchesId = -1n
// Size in bytes above which a response is split for watches that allow fragments: etcd's limit on requests.
const maxFragmentBytes = 1.5 * 1024 * 1024

/** Watches of one stream. Messages are sent in the order of revisions, and progress is never ahead of events. */
export class WatchStream {
  readonly #store: Store
  readonly #send: (answer: WatchAnswer) => void
  readonly #watchers = new Map<bigint, Watcher>()
  readonly #unfollow: () => void
  readonly #roundTimer: NodeJS.Timeout
  #nextId = 0n

  constructor(store: Store, progressEveryMs: number, send: (answer: WatchAnswer) => void) {
    this.#store = store
    this.#send = send
    this.#unfollow = store.follow((commit) => {
      for (const watcher of this.#watchers.values()) this.#sendEvents(watcher, [commit])
    })
    this.#roundTimer = setInterval(() => this.#sendProgress(), progressEveryMs)
    this.#roundTimer.unref()
  }

  /** Handles one message of the client: creates or cancels a watch, or reports progress. */
  handle({ requestUnion }: WatchRequest): void {
    if (requestUnion.case === 'createRequest') this.#create(requestUnion.value)
    else if (requestUnion.case === 'cancelRequest') this.cancel(requestUnion.value.watchId)
    else if (requestUnion.case === 'progressRequest' && this.#watchers.size > 0) {
      this.#send({ header: this.#header(), watchId: allWatchesId })
    }
  }

  /** Ids and ranges of the watches. */
  get watches(): readonly { readonly id: bigint; readonly range: KeyRange }[] {
    return [...this.#watchers.values()]
  }

  /** Cancels one watch and notifies its client. */
  cancel(watchId: bigint): void {
    if (this.#watchers.delete(watchId)) this.#send({ header: this.#header(), watchId, canceled: true })
  }

  close(): void {
    clearInterval(this.#roundTimer)
    this.#unfollow()
    this.#watchers.clear()
  }

  #create(request: WatchCreateRequest): void {
    // An empty key means every key from the first one on, as in etcd.
    const range = rangeOf(request.key.length === 0 ? new Uint8Array(1) : request.key, request.rangeEnd)
    const refusal = this.#refusalOf(request, range)
    if (refusal !== undefined) {
      const answer = { header: this.#header(), watchId: allWatchesId, created: true, canceled: true }
      this.#send({ ...answer, cancelReason: refusal })
      return
    }
    const id = request.watchId === 0n ? this.#freeId() : request.watchId
    this.#send({ header: this.#header(), watchId: id, created: true })
    if (request.startRevision > 0n && request.startRevision < this.#store.compactedRevision) {
      const compactRevision = this.#store.compactedRevision
      // The only response without the store's revision: the client must read everything again anyway.
      this.#send({ header: { revision: 0n }, watchId: id, canceled: true, compactRevision })
      return
    }
    const watcher: Watcher = {
      id,
      range,
      startRevision: request.startRevision,
      isWanted: filterOf(request.filters),
      prevKv: request.prevKv,
      progressNotify: request.progressNotify,
      fragment: request.fragment,
      hasSentEvent: true,
    }
    this.#watchers.set(id, watcher)
    if (request.startRevision > 0n) this.#sendEvents(watcher, this.#store.since(request.startRevision))
  }

  #refusalOf(request: WatchCreateRequest, range: KeyRange): string | undefined {
    if (request.watchId !== 0n && this.#watchers.has(request.watchId)) {
      return 'mvcc: duplicate watch ID provided on the WatchStream'
    }
    const isEmptyRange = range.end !== undefined && range.end <= range.start
    return isEmptyRange ? 'mvcc: watcher range is empty' : undefined
  }

  // The events of one revision are always sent together, and the history in one response.
  #sendEvents(watcher: Watcher, commits: readonly Commit[]): void {
    const events: Event[] = []
    for (const { revision, changes } of commits) {
      if (revision < watcher.startRevision) continue
      for (const { key, event } of changes) {
        if (!isKeyInRange(watcher.range, key) || !watcher.isWanted(event)) continue
        events.push(watcher.prevKv ? event : withoutPrevKv(event))
      }
    }
    if (events.length === 0) return
    watcher.hasSentEvent = true
    const header = this.#header()
    const fragments = watcher.fragment ? splitIntoFragments(events) : [events]
    fragments.forEach((fragmentEvents, index) => {
      this.#send({
        header,
        watchId: watcher.id,
        events: fragmentEvents,
        fragment: index < fragments.length - 1,
      })
    })
  }

  #sendProgress(): void {
    for (const watcher of this.#watchers.values()) {
      if (watcher.progressNotify && !watcher.hasSentEvent)
        this.#send({ header: this.#header(), watchId: watcher.id })
      watcher.hasSentEvent = false
    }
  }

  #freeId(): bigint {
    while (this.#watchers.has(this.#nextId)) this.#nextId += 1n
    this.#nextId += 1n
    return this.#nextId - 1n
  }

  #header(): { revision: bigint } {
    return { revision: this.#store.revision }
  }
}

function withoutPrevKv({ type, kv }: Event): Event {
  return create(EventSchema, kv === undefined ? { type } : { type, kv })
}

function filterOf(filters: readonly Filter[]): (event: Event) => boolean {
  if (filters.length === 0) return () => true
  const excludedTypes = new Set(filters.map((filter) => excludedTypeOf[filter]))
  return (event) => !excludedTypes.has(event.type)
}

const excludedTypeOf: Record<number, Event_EventType> = {
  [Filter.NOPUT]: Event_EventType.PUT,
  [Filter.NODELETE]: Event_EventType.DELETE,
}

function splitIntoFragments(events: readonly Event[]): Event[][] {
  const fragments: Event[][] = [[]]
  let size = 0
  for (const event of events) {
    const bytes = sizeOf(event)
    if (size > 0 && size + bytes > maxFragmentBytes) {
      fragments.push([])
      size = 0
    }
    fragments.at(-1)?.push(event)
    size += bytes
  }
  return fragments
}

function sizeOf({ kv, prevKv }: Event): number {
  return [kv, prevKv].reduce(
    (sum, keyValue) => sum + (keyValue ? keyValue.key.length + keyValue.value.length : 0),
    0,
  )
}
