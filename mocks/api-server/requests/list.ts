import type { Entry } from '../storage/entry.ts'
import type { Store } from '../storage/store.ts'
import { badRequest, expired, invalid, Refusal, tooLargeVersion } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { selectorOf } from '../storage/selectors.ts'

/** Parameters of a list request. */
export interface ListRequest {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly query: URLSearchParams
  /** True if only the metadata of objects is requested. */
  readonly metadataOnly: boolean
}

interface Continuation {
  /** Version of the store at which the list is read. */
  readonly version: number
  /** Key of the last entry of the previous page. */
  readonly lastKey: string
}

/** Returns a list as JSON text. Throws `Refusal` for expired or future versions, and for invalid parameters. */
export function listJson(store: Store, { resource, namespace, query, metadataOnly }: ListRequest): string {
  const isSelected = selectorOf(query, resource)
  const hasSelector = query.has('labelSelector') || query.has('fieldSelector')
  const continuation = readContinue(query.get('continue'), store)
  const listVersion = continuation?.version ?? versionOf(store, resource, query)
  const limit = Number(query.get('limit') ?? 0)
  let entries = store.list(resource, namespace, listVersion)
  if (continuation !== undefined) entries = entries.filter(({ key }) => key > continuation.lastKey)
  if (hasSelector) entries = entries.filter(({ object }) => isSelected(object))
  const page = limit > 0 ? entries.slice(0, limit) : entries
  const lastEntry = page.at(-1)
  const remainingCount = entries.length - page.length
  const metadata = {
    resourceVersion: String(listVersion),
    ...(remainingCount > 0 &&
      lastEntry !== undefined && {
        continue: writeContinue({ version: listVersion, lastKey: lastEntry.key }),
      }),
    ...(remainingCount > 0 && !hasSelector && { remainingItemCount: remainingCount }),
  }
  return listText(resource, metadata, page, metadataOnly)
}

/** Returns a list of entries as JSON text, in the version of the resource. */
export function listText(
  resource: Resource,
  metadata: object,
  entries: readonly Entry[],
  metadataOnly: boolean,
): string {
  const apiVersion = apiVersionOf(resource)
  const [kind, version] = metadataOnly
    ? ['PartialObjectMetadataList', 'meta.k8s.io/v1']
    : [`${resource.kind}List`, apiVersion]
  const items = entries.map((entry) => (metadataOnly ? entry.metadataJson : entry.as(apiVersion)))
  return `{"kind":"${kind}","apiVersion":"${version}","metadata":${JSON.stringify(metadata)},"items":[${items.join(',')}]}`
}

/** Returns the version at which a list is read. */
function versionOf(store: Store, resource: Resource, query: URLSearchParams): number {
  const text = query.get('resourceVersion') ?? ''
  const match = query.get('resourceVersionMatch')
  if (match !== null && match !== '' && text === '') {
    throw invalid(
      resource,
      '',
      'resourceVersionMatch',
      'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    )
  }
  if (text === '' || text === '0') {
    if (match === 'Exact') {
      throw invalid(
        resource,
        '',
        'resourceVersionMatch',
        'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
      )
    }
    return store.revision
  }
  const version = readVersion(text)
  if (version > store.revision) throw tooLargeVersion(version, store.revision)
  const isExact = match === 'Exact' || (match === null && Number(query.get('limit') ?? 0) > 0)
  if (!isExact) return store.revision
  if (version < store.log.floor) throw expired(version, store.log.floor)
  return version
}

/** Parses a version; throws 400 for an invalid version. */
export function readVersion(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw badRequest(`Invalid value: "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`)
  }
  return Number(text)
}

function writeContinue(continuation: Continuation): string {
  return Buffer.from(JSON.stringify(continuation)).toString('base64url')
}

function readContinue(text: string | null, store: Store): Continuation | undefined {
  if (!text) return undefined
  let continuation: Continuation
  try {
    continuation = JSON.parse(Buffer.from(text, 'base64url').toString()) as Continuation
    if (typeof continuation.version !== 'number' || typeof continuation.lastKey !== 'string')
      throw new TypeError('not a continuation')
  } catch {
    throw badRequest('continue key is not valid')
  }
  if (continuation.version >= store.log.floor) return continuation
  const message =
    'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.'
  throw new Refusal(410, message, 'Expired')
}
