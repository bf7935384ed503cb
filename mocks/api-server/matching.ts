import type { ApiServerRequest } from './request.ts'

/** Exact value, list of alternatives, or pattern of a string. */
type TextPattern = string | readonly string[] | RegExp

/** Selection of requests; omitted fields match anything. */
export interface Matching {
  readonly verb?: ApiServerRequest['verb'] | readonly ApiServerRequest['verb'][]
  readonly group?: TextPattern
  /** `pods`, or with a subresource `pods/status`; `pods` alone does not match its subresources, `pods/*` does. */
  readonly resource?: string
  readonly namespace?: TextPattern
  readonly name?: TextPattern
  readonly path?: TextPattern
  readonly userAgent?: TextPattern
  /** Name of the user, by certificate or known token. */
  readonly user?: TextPattern
  readonly where?: (request: ApiServerRequest) => boolean
}

/** Reports whether a request matches. */
export function matchesRequest(request: ApiServerRequest, matching: Matching): boolean {
  const { verb, group, resource, namespace, name, path, userAgent, user, where } = matching
  return (
    (verb === undefined || [verb].flat().includes(request.verb)) &&
    (resource === undefined || matchesResource(request, resource)) &&
    matchesText(request.group, group) &&
    matchesText(request.namespace, namespace) &&
    matchesText(request.name, name) &&
    matchesText(request.path, path) &&
    matchesText(request.userAgent, userAgent) &&
    (user === undefined || (request.user !== undefined && matchesText(request.user.name, user))) &&
    (where === undefined || where(request))
  )
}

function matchesResource(request: ApiServerRequest, pattern: string): boolean {
  const [resource, subresource = ''] = pattern.split('/')
  return request.resource === resource && (subresource === '*' || request.subresource === subresource)
}

function matchesText(value: string, pattern: TextPattern | undefined): boolean {
  if (pattern === undefined) return true
  if (pattern instanceof RegExp) return pattern.test(value)
  return [pattern].flat().includes(value)
}
