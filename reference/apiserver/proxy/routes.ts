import type { FlagValues } from '../../flags/flag-values.ts'
import { type Egress, dialerOf } from '../egress/egress.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { resourcePath } from '../api/attributes.ts'
import type { Route } from '../../serving/router.ts'
import type { ObjectReader } from '../objects/reader.ts'
import { forwardRequest } from './exchange.ts'
import { nodeConnection } from './node-connection.ts'
import { targetOf } from './target.ts'

/** Services for proxied requests. */
export interface ProxyServices {
  readonly flags: FlagValues
  readonly objects: ObjectReader
  readonly egress: Egress
}

/** Returns the `proxy` endpoints of nodes, pods and services, to which requests are forwarded. */
export function proxyRoute(services: ProxyServices): Route {
  return (request) => {
    const path = resourcePath(request.path)
    const resource = (['nodes', 'pods', 'services'] as const).find((name) => name === path?.resource)
    if (path?.group !== '' || resource === undefined || !/^proxy(\/|$)/.test(path.subresource))
      return undefined
    return forward(request, resource, path, services)
  }
}

async function forward(
  request: ServerRequest,
  resource: 'nodes' | 'pods' | 'services',
  proxied: { readonly namespace: string; readonly name: string; readonly subresource: string },
  { flags, objects, egress }: ProxyServices,
): Promise<Answer> {
  const target = await targetOf(resource, proxied.namespace, proxied.name, { objects, flags })
  const dial = dialerOf(egress, 'cluster')
  const query = request.target.includes('?') ? request.target.slice(request.target.indexOf('?')) : ''
  const path = `/${proxied.subresource.slice('proxy/'.length)}${query}`
  const tls = resource === 'nodes' ? nodeConnection(flags, target.host) : undefined
  try {
    const tcpSocket = await dial(target.host, target.port)
    return await forwardRequest(request, tcpSocket, target, { path, ...(tls && { tls }) })
  } catch (error) {
    throw new ApiError(
      503,
      `${resource} ${proxied.name}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
