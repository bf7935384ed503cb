import type { Attributes } from '../authorization/authorizer.ts'
import { user } from '../../serving/user.ts'
import type { ServerRequest } from '../../serving/request.ts'

/** Parsed path of the object API. */
export interface ResourcePath {
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly name: string
  readonly subresource: string
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
}

/** Selector of objects by the values of their keys. */
export interface Selector {
  readonly requirements: readonly {
    readonly key: string
    readonly operator: 'In'
    readonly values: readonly string[]
  }[]
}

/** Parses a path such as `/api/v1/namespaces/x/secrets/y`. Returns undefined for any other path. */
export function resourcePath(path: string): ResourcePath | undefined {
  const [root, ...parts] = path.split('/').filter((part) => part !== '')
  if (root !== 'api' && root !== 'apis') return undefined
  const group = root === 'api' ? '' : (parts.shift() ?? '')
  const version = parts.shift() ?? ''
  if (parts.length === 0) return undefined
  const isInNamespace = parts[0] === 'namespaces' && parts.length > 2
  const namespace = isInNamespace ? (parts[1] ?? '') : ''
  const [resource = '', name = '', ...remainingParts] = isInNamespace ? parts.slice(2) : parts
  return { group, version, namespace, resource, name, subresource: remainingParts.join('/') }
}

/** Returns the attributes of a request for authorizers. */
export function attributesOf(request: ServerRequest): Attributes {
  const resource = resourcePath(request.path)
  const sender = request.user ?? user('')
  return {
    user: sender,
    path: request.path,
    verb: resource === undefined ? request.method.toLowerCase() : verbOf(request, resource.name),
    resource: resource === undefined ? undefined : { ...resource, ...selectorsOf(request) },
  }
}

/** Reports whether a request changes stored objects. */
export function isWriteRequest({ verb: wantedVerb, resource }: Attributes): boolean {
  return resource !== undefined && !['get', 'list', 'watch'].includes(wantedVerb)
}

/** Returns the selectors of the query. Only equality is supported. */
function selectorsOf({ query }: ServerRequest): Pick<ResourcePath, 'fieldSelector' | 'labelSelector'> {
  const selectorParameter = (name: 'fieldSelector' | 'labelSelector') => {
    const parts = (query.get(name) ?? '').split(',').map((part) => /^([^=!]+)==?([^=]*)$/.exec(part))
    const requirements = parts.flatMap((part) => {
      const [, key, value = ''] = part ?? []
      return key === undefined ? [] : [{ key, operator: 'In' as const, values: [value] }]
    })
    return requirements.length === 0 ? {} : { [name]: { requirements } }
  }
  return { ...selectorParameter('fieldSelector'), ...selectorParameter('labelSelector') }
}

/** Reports whether a request is a watch, which is long-running. */
export function isWatch(request: ServerRequest): boolean {
  return attributesOf(request).verb === 'watch'
}

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

function verbOf({ method, query }: ServerRequest, name: string): string {
  if (method === 'GET' || method === 'HEAD') {
    if (['true', '1'].includes(query.get('watch') ?? '')) return 'watch'
    return name === '' ? 'list' : 'get'
  }
  return method === 'DELETE' && name === '' ? 'deletecollection' : (verbs[method] ?? method.toLowerCase())
}
