import type { Attributes } from '../authorization/authorizer.ts'
import { user } from '../authentication/user.ts'
import type { Ask } from './ask.ts'

/** A path into the object API, taken apart. */
export interface ResourcePath {
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly name: string
  readonly subresource: string
}

/** Takes a path such as `/api/v1/namespaces/x/secrets/y` apart; undefined for any other path. */
export function resourcePath(path: string): ResourcePath | undefined {
  const [root, ...parts] = path.split('/').filter((part) => part !== '')
  if (root !== 'api' && root !== 'apis') return undefined
  const group = root === 'api' ? '' : (parts.shift() ?? '')
  const version = parts.shift() ?? ''
  if (parts.length === 0) return undefined
  const isInNamespace = parts[0] === 'namespaces' && parts.length > 2
  const namespace = isInNamespace ? (parts[1] ?? '') : ''
  const [resource = '', name = '', ...rest] = isInNamespace ? parts.slice(2) : parts
  return { group, version, namespace, resource, name, subresource: rest.join('/') }
}

/** What authorizers are asked about a request. */
export function attributesOf(ask: Ask): Attributes {
  const resource = resourcePath(ask.path)
  const sender = ask.user ?? user('')
  return {
    user: sender,
    path: ask.path,
    verb: resource === undefined ? ask.method.toLowerCase() : verb(ask, resource.name),
    resource,
  }
}

/** Whether a request stays open to be told of changes: the long-running kind. */
export function isWatch(ask: Ask): boolean {
  return attributesOf(ask).verb === 'watch'
}

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

function verb({ method, query }: Ask, name: string): string {
  if (method === 'GET' || method === 'HEAD') {
    if (['true', '1'].includes(query.get('watch') ?? '')) return 'watch'
    return name === '' ? 'list' : 'get'
  }
  return method === 'DELETE' && name === '' ? 'deletecollection' : (verbs[method] ?? method.toLowerCase())
}
