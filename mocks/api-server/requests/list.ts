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
  readonly at: number
  readonly after: string
}

/** Returns a list as text; throws `Refusal` for expired or future versions, and for bad parameters. */
export function listJson(store: Store, { resource, namespace, query, metadataOnly }: ListRequest): string {
  const selects = selectorOf(query, resource)
  const selecting = query.has('labelSelector') || query.has('fieldSelector')
  const continued = readContinue(query.get('continue'), store)
  const at = continued?.at ?? versionOf(store, resource, query)
  const limit = Number(query.get('limit') ?? 0)
  let entries = store.list(resource, namespace, at)
  if (continued !== undefined) entries = entries.filter(({ key }) => key > continued.after)
  if (selecting) entries = entries.filter(({ object }) => selects(object))
  const page = limit > 0 ? entries.slice(0, limit) : entries
  const last = page.at(-1)
  const left = entries.length - page.length
  const metadata = {
    resourceVersion: String(at),
    ...(left > 0 && last !== undefined && { continue: writeContinue({ at, after: last.key }) }),
    ...(left > 0 && !selecting && { remainingItemCount: left }),
  }
  return listText(resource, metadata, page, metadataOnly)
}

/** Returns a list of these objects, in one version of the resource. */
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
  const exact = match === 'Exact' || (match === null && Number(query.get('limit') ?? 0) > 0)
  if (!exact) return store.revision
  if (version < store.log.floor) throw expired(version, store.log.floor)
  return version
}

/** Parses a version; throws 400 if it is not one. */
export function readVersion(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw badRequest(`Invalid value: "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`)
  }
  return Number(text)
}

function writeContinue(from: Continuation): string {
  return Buffer.from(JSON.stringify(from)).toString('base64url')
}

function readContinue(text: string | null, store: Store): Continuation | undefined {
  if (!text) return undefined
  let read: Continuation
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Continuation
    if (typeof read.at !== 'number' || typeof read.after !== 'string')
      throw new TypeError('not a continuation')
  } catch {
    throw badRequest('continue key is not valid')
  }
  if (read.at >= store.log.floor) return read
  const message =
    'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.'
  throw new Refusal(410, message, 'Expired')
}
