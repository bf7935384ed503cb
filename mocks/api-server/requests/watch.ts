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
  /** Domain in the annotation that marks the end of the initial events: `k8s.io`. */
  readonly domain: string
}

/** A granted watch that has not started. */
export interface OpenedWatch {
  readonly timeoutMs: number
  readonly wantsBookmarks: boolean
  /** Sends the initial events, then each change. The returned function ends the watch. */
  start(notify: (event: WatchEvent) => void): () => void
  /** Returns a bookmark with the current version. */
  bookmark(): WatchEvent
}

// Minimum of the default duration of a watch. As on a real server, the duration is random, and at most twice as long.
const minTimeoutMs = 1_800_000

/** Grants a watch. Throws `Refusal` for expired or future versions, and for invalid parameters. */
export function openWatch(store: Store, request: WatchRequest): OpenedWatch {
  const { resource, namespace, query, metadataOnly, domain } = request
  const isSelected = selectorOf(query, resource)
  const text = query.get('resourceVersion') ?? ''
  const sendInitialEvents = query.get('sendInitialEvents')
  checkInitialEvents(resource, sendInitialEvents, query.get('resourceVersionMatch'))
  const version = text === '' ? 0 : readVersion(text)
  if (version > store.revision) throw tooLargeVersion(version, store.revision)
  const sendsInitialState = sendInitialEvents === 'true' || (sendInitialEvents === null && version === 0)
  // An expired version is rejected before the start, so that the client receives an error response and not an event.
  if (!sendsInitialState && version !== 0 && version < store.log.floor)
    throw expired(version, store.log.floor)
  const startVersion = version === 0 ? store.revision : version
  const wantsBookmarks = isTrueParameter(query.get('allowWatchBookmarks'))
  const timeoutSeconds = Number(query.get('timeoutSeconds') ?? 0)
  const apiVersion = apiVersionOf(resource)
  const isInNamespace = (object: ApiObject): boolean =>
    namespace === undefined || object.metadata?.namespace === namespace
  const isWatched: ObjectFilter = (object) => isInNamespace(object) && isSelected(object)
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
        const type = typeFor(change, isWatched)
        if (type === undefined) return
        // An object that no longer matches the selectors is sent in its last matching form, with the version of the
        // change.
        const isDeselected =
          type === 'DELETED' && change.type !== 'DELETED' && change.previousEntry !== undefined
        notify({
          type,
          json: isDeselected
            ? jsonOf(deletedEntry(change.previousEntry, change.entry))
            : jsonOf(change.entry),
        })
      }
      if (sendsInitialState) {
        for (const entry of store.list(resource, namespace)) {
          if (isSelected(entry.object)) notify({ type: 'ADDED', json: jsonOf(entry) })
        }
      } else for (const change of store.changesSince(resource, startVersion)) notifyChange(change)
      if (sendInitialEvents === 'true' && wantsBookmarks) {
        notify(bookmark({ [`${domain}/initial-events-end`]: 'true' }))
      }
      return store.onChange(resource, notifyChange)
    },
  }
}

/** Returns the type of a change within a selection; `undefined` if the change is invisible in the selection. */
function typeFor({ type, entry, previousEntry }: Change, isWatched: ObjectFilter): ChangeType | undefined {
  const wasWatched = previousEntry !== undefined && isWatched(previousEntry.object)
  if (type === 'DELETED') return wasWatched || isWatched(entry.object) ? 'DELETED' : undefined
  const isWatchedNow = isWatched(entry.object)
  if (isWatchedNow) return wasWatched ? 'MODIFIED' : 'ADDED'
  return wasWatched ? 'DELETED' : undefined
}

function deletedEntry(lastMatch: Entry, deletion: Entry): Entry {
  const { resourceVersion } = deletion.object.metadata
  const object = { ...lastMatch.object, metadata: { ...lastMatch.object.metadata, resourceVersion } }
  return new Entry(object)
}

function checkInitialEvents(
  resource: Resource,
  sendInitialEvents: string | null,
  match: string | null,
): void {
  if (sendInitialEvents === null) {
    if (match === null || match === '') return
    const message =
      'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
    throw invalid(resource, '', 'resourceVersionMatch', message)
  }
  if (sendInitialEvents !== 'true' && sendInitialEvents !== 'false') {
    throw badRequest(`sendInitialEvents must be true or false, not ${JSON.stringify(sendInitialEvents)}`)
  }
  if (match === 'NotOlderThan') return
  const problem = match
    ? `Unsupported value: "${match}": supported values: "NotOlderThan"`
    : 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
  throw invalid(resource, '', 'resourceVersionMatch', problem)
}

function isTrueParameter(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0'
}
