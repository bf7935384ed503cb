import type { Verb } from '../resources/resource.ts'

/** Target of a request, read from its method, path and query alone. */
export interface RequestTarget {
  /** For paths that are not resources, the method in lower case. */
  readonly verb: Verb | 'options' | 'head' | 'post' | 'put' | ''
  /** Empty for the group without a name, and for paths that are not resources. */
  readonly group: string
  readonly version: string
  /** Empty for paths that are not resources. */
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

const coreResource = { group: '', version: '', resource: '', subresource: '', namespace: '', name: '' }

/** Reads a request's target; `path` is without the query. Throws `URIError` for a path that cannot be decoded. */
export function targetOf(method: string, path: string, query: URLSearchParams): RequestTarget {
  const words = path.split('/').filter((word) => word !== '')
  const core = words[0] === 'api'
  const skipped = core ? 2 : 3
  if ((!core && words[0] !== 'apis') || words.length <= skipped) {
    return { ...coreResource, verb: method.toLowerCase() as RequestTarget['verb'] }
  }
  const [group = '', version = ''] = core ? ['', words[1]] : [words[1], words[2]]
  let rest = words.slice(skipped).map((word) => (word.includes('%') ? decodeURIComponent(word) : word))
  const legacyWatch = rest[0] === 'watch' && rest.length > 1
  if (legacyWatch) rest = rest.slice(1)
  // Subresources of a namespace object are the only words after its name that are not resources.
  const scoped =
    rest[0] === 'namespaces' && rest.length > 2 && !(rest.length === 3 && namespaceParts.has(rest[2] ?? ''))
  const namespace = scoped ? (rest[1] ?? '') : ''
  const [resource = '', name = '', ...below] = scoped ? rest.slice(2) : rest
  return {
    verb: verbOf(method, name, legacyWatch || (name === '' && isWatch(query))),
    group,
    version,
    resource,
    subresource: below.join('/'),
    namespace: resource === 'namespaces' && namespace === '' ? name : namespace,
    name,
  }
}

const namespaceParts = new Set(['finalize', 'status'])

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
