import type { ApiAsked } from './asked.ts'

/** Text that must be equal, one of several such, or a pattern. */
type Text = string | readonly string[] | RegExp

/** Selection of requests; omitted fields match anything. */
export interface Matching {
  readonly verb?: ApiAsked['verb'] | readonly ApiAsked['verb'][]
  readonly group?: Text
  /** `pods`, or with a subresource `pods/status`; `pods` alone does not match its subresources, `pods/*` does. */
  readonly resource?: string
  readonly namespace?: Text
  readonly name?: Text
  readonly path?: Text
  readonly userAgent?: Text
  /** Name of the user, by certificate or known token. */
  readonly user?: Text
  readonly where?: (asked: ApiAsked) => boolean
}

/** Reports whether a request matches. */
export function isMeant(asked: ApiAsked, matching: Matching): boolean {
  const { verb, group, resource, namespace, name, path, userAgent, user, where } = matching
  return (
    (verb === undefined || [verb].flat().includes(asked.verb)) &&
    (resource === undefined || isResource(asked, resource)) &&
    fits(asked.group, group) &&
    fits(asked.namespace, namespace) &&
    fits(asked.name, name) &&
    fits(asked.path, path) &&
    fits(asked.userAgent, userAgent) &&
    (user === undefined || (asked.user !== undefined && fits(asked.user.name, user))) &&
    (where === undefined || where(asked))
  )
}

function isResource(asked: ApiAsked, wanted: string): boolean {
  const [resource, subresource = ''] = wanted.split('/')
  return asked.resource === resource && (subresource === '*' || asked.subresource === subresource)
}

function fits(value: string, wanted: Text | undefined): boolean {
  if (wanted === undefined) return true
  if (wanted instanceof RegExp) return wanted.test(value)
  return [wanted].flat().includes(value)
}
