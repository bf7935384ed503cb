import type { ApiServerRequest } from './request.ts'

/** Text that must be equal, one of several such, or a pattern. */
type Text = string | readonly string[] | RegExp

/** Selection of requests; omitted fields match anything. */
export interface Matching {
  readonly verb?: ApiServerRequest['verb'] | readonly ApiServerRequest['verb'][]
  readonly group?: Text
  /** `pods`, or with a subresource `pods/status`; `pods` alone does not match its subresources, `pods/*` does. */
  readonly resource?: string
  readonly namespace?: Text
  readonly name?: Text
  readonly path?: Text
  readonly userAgent?: Text
  /** Name of the user, by certificate or known token. */
  readonly user?: Text
  readonly where?: (request: ApiServerRequest) => boolean
}

/** Reports whether a request matches. */
export function isMeant(request: ApiServerRequest, matching: Matching): boolean {
  const { verb, group, resource, namespace, name, path, userAgent, user, where } = matching
  return (
    (verb === undefined || [verb].flat().includes(request.verb)) &&
    (resource === undefined || isResource(request, resource)) &&
    fits(request.group, group) &&
    fits(request.namespace, namespace) &&
    fits(request.name, name) &&
    fits(request.path, path) &&
    fits(request.userAgent, userAgent) &&
    (user === undefined || (request.user !== undefined && fits(request.user.name, user))) &&
    (where === undefined || where(request))
  )
}

function isResource(request: ApiServerRequest, wanted: string): boolean {
  const [resource, subresource = ''] = wanted.split('/')
  return request.resource === resource && (subresource === '*' || request.subresource === subresource)
}

function fits(value: string, wanted: Text | undefined): boolean {
  if (wanted === undefined) return true
  if (wanted instanceof RegExp) return wanted.test(value)
  return [wanted].flat().includes(value)
}
