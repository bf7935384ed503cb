import type { ApiObject } from '../model/object.ts'
import { badRequest, expired, invalid, tooLargeVersion } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { Entry } from '../storage/entry.ts'
import type { Change, ChangeType } from '../storage/event-log.ts'
import { type ObjectFilter, selectorOf } from '../storage/selectors.ts'
import type { Store } from '../storage/store.ts'
import { readVersion } from './list.ts'

/** Types of watch events. */
export type WatchEventType = ChangeType | 'BOOKMARK' | 'ERROR'

/** One event of a watch, before it is written. */
export interface WatchEvent {
  readonly type: WatchEventType
  /** The object as JSON text. */
  readonly json: string
}

export interface WatchRequest {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly query: URLSearchParams
  readonly metadataOnly: boolean
  /** Domain in the annotation that marks the end of the first events: `k8s.io`. */
  readonly domain: string
}

/** A granted watch that has not started. */
export interface OpenedWatch {
  readonly timeoutMs: number
  readonly wantsBookmarks: boolean
  /** Sends the first events, then each change as it comes; the returned function ends the watch. */
  start(notify: (event: WatchEvent) => void): () => void
  /** Returns a bookmark of the present moment. */
  bookmark(): WatchEvent
}

// Default duration of a watch, as on a real server: half an hour to an hour.
const minTimeoutMs = 1_800_000

/** Grants a watch; throws `Refusal` for expired or future versions, and for parameters that do not match. */
export function openWatch(store: Store, request: WatchRequest): OpenedWatch {
  const { resource, namespace, query, metadataOnly, domain } = request
  const selects = selectorOf(query, resource)
  const text = query.get('resourceVersion') ?? ''
  const initial = query.get('sendInitialEvents')
  checkInitial(resource, initial, query.get('resourceVersionMatch'))
  const version = text === '' ? 0 : readVersion(text)
  if (version > store.revision) throw tooLargeVersion(version, store.revision)
  const wantsState = initial === 'true' || (initial === null && version === 0)
  // Rejected now, so that an expired version is a response and not an event.
  if (!wantsState && version !== 0 && version < store.log.floor) throw expired(version, store.log.floor)
  const from = version === 0 ? store.revision : version
  const wantsBookmarks = isOn(query.get('allowWatchBookmarks'))
  const timeoutSeconds = Number(query.get('timeoutSeconds') ?? 0)
  const apiVersion = apiVersionOf(resource)
  const within = (object: ApiObject): boolean =>
    namespace === undefined || object.metadata?.namespace === namespace
  const wanted: ObjectFilter = (object) => within(object) && selects(object)
  const jsonOf = (entry: Entry): string => (metadataOnly ? entry.metadataJson : entry.as(apiVersion))
  const bookmark = (annotations?: Readonly<Record<string, string>>): WatchEvent => {
    const kind = metadataOnly ? 'PartialObjectMetadata' : resource.kind
    const version = metadataOnly ? 'meta.k8s.io/v1' : apiVersion
    const metadata = {
      resourceVersion: String(store.revision),
      creationTimestamp: null,
      ...(annotations && { annotations }),
    }
    return { type: 'BOOKMARK', json: JSON.stringify({ kind, apiVersion: version, metadata }) }
  }
  return {
    timeoutMs: timeoutSeconds > 0 ? timeoutSeconds * 1_000 : minTimeoutMs * (1 + Math.random()),
    wantsBookmarks,
    bookmark: () => bookmark(),
    start: (notify) => {
      const notifyChange = (change: Change): void => {
        const type = typeFor(change, wanted)
        if (type === undefined) return
        // An object that left the selection is shown in its last selected form, with the version of the change.
        const left = type === 'DELETED' && change.type !== 'DELETED' && change.before !== undefined
        notify({
          type,
          json: left ? jsonOf(deletedEntry(change.before, change.entry)) : jsonOf(change.entry),
        })
      }
      if (wantsState) {
        for (const entry of store.list(resource, namespace)) {
          if (selects(entry.object)) notify({ type: 'ADDED', json: jsonOf(entry) })
        }
      } else for (const change of store.changesSince(resource, from)) notifyChange(change)
      if (initial === 'true' && wantsBookmarks) {
        notify(bookmark({ [`${domain}/initial-events-end`]: 'true' }))
      }
      return store.onChange(resource, notifyChange)
    },
  }
}

/** Returns the type of a change within a selection; `undefined` if the change is invisible there. */
function typeFor({ type, entry, before }: Change, wanted: ObjectFilter): ChangeType | undefined {
  const was = before !== undefined && wanted(before.object)
  if (type === 'DELETED') return was || wanted(entry.object) ? 'DELETED' : undefined
  const is = wanted(entry.object)
  if (is) return was ? 'MODIFIED' : 'ADDED'
  return was ? 'DELETED' : undefined
}

function deletedEntry(before: Entry, after: Entry): Entry {
  const { resourceVersion } = after.object.metadata
  const object = { ...before.object, metadata: { ...before.object.metadata, resourceVersion } }
  return new Entry(object)
}

function checkInitial(resource: Resource, initial: string | null, match: string | null): void {
  if (initial === null) {
    if (match === null || match === '') return
    const why = 'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
    throw invalid(resource, '', 'resourceVersionMatch', why)
  }
  if (initial !== 'true' && initial !== 'false') {
    throw badRequest(`sendInitialEvents must be true or false, not ${JSON.stringify(initial)}`)
  }
  if (match === 'NotOlderThan') return
  const why = match
    ? `Unsupported value: "${match}": supported values: "NotOlderThan"`
    : 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
  throw invalid(resource, '', 'resourceVersionMatch', why)
}

function isOn(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0'
}
