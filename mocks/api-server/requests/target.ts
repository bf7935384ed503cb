import type { Verb } from '../resources/resource.ts'

/** Target of a request, read from its method, path and query alone. */
export interface RequestTarget {
  /** Verb of the request; the method in lower case for paths that are not resources. */
  readonly verb: Verb | 'options' | 'head' | 'post' | 'put' | ''
  /** API group; empty for the core group, and for paths that are not resources. */
  readonly group: string
  readonly version: string
  /** Plural of the resource; empty for paths that are not resources. */
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

const emptyResource = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' }

/** Reads a request's target; `path` is without the query. Throws `URIError` for a path that cannot be decoded. */
export function targetOf(method: string, path: string, query: URLSearchParams): RequestTarget {
  const segments = path.split('/').filter((word) => word !== '')
  const isCore = segments[0] === 'api'
  const prefixLength = isCore ? 2 : 3
  if ((!isCore && segments[0] !== 'apis') || segments.length <= prefixLength) {
    return { ...emptyResource, verb: method.toLowerCase() as RequestTarget['verb'] }
  }
  const [group = '', version = ''] = isCore ? ['', segments[1]] : [segments[1], segments[2]]
  let remainingSegments = segments
    .slice(prefixLength)
    .map((word) => (word.includes('%') ? decodeURIComponent(word) : word))
  const isLegacyWatch = remainingSegments[0] === 'watch' && remainingSegments.length > 1
  if (isLegacyWatch) remainingSegments = remainingSegments.slice(1)
  // A path segment after the name of a namespace is a resource, unless it is a subresource of the namespace object.
  const isNamespaced =
    remainingSegments[0] === 'namespaces' &&
    remainingSegments.length > 2 &&
    !(remainingSegments.length === 3 && namespaceSubresources.has(remainingSegments[2] ?? ''))
  const namespace = isNamespaced ? (remainingSegments[1] ?? '') : ''
  const [resource = '', name = '', ...subresourceSegments] = isNamespaced
    ? remainingSegments.slice(2)
    : remainingSegments
  return {
    verb: verbOf(method, name, isLegacyWatch || (name === '' && isWatch(query))),
    group,
    version,
    resource,
    subresource: subresourceSegments.join('/'),
    namespace: resource === 'namespaces' && namespace === '' ? name : namespace,
    name,
  }
}

const namespaceSubresources = new Set(['finalize', 'status'])

function isWatch(query: URLSearchParams): boolean {
  const watchValue = query.get('watch')
  return watchValue !== null && watchValue !== 'false' && watchValue !== '0'
}

function verbOf(method: string, name: string, watch: boolean): RequestTarget['verb'] {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return watch ? 'watch' : name === '' ? 'list' : 'get'
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    default:
      return ''
  }
}
