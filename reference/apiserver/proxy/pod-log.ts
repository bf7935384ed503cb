import { ApiError } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { member } from '../../serving/json-body.ts'
import type { Route } from '../../serving/router.ts'
import { dialerOf } from '../egress/egress.ts'
import { resourcePath } from '../api/attributes.ts'
import { forwardRequest } from './exchange.ts'
import { nodeConnection, nodeTimeoutMs } from './node-connection.ts'
import type { ProxyServices } from './routes.ts'
import { targetOf } from './target.ts'

/** Returns the `log` endpoint of pods, which calls the node agent of the pod's node. */
export function podLogRoute(services: ProxyServices): Route {
  return (request) => {
    const path = resourcePath(request.path)
    if (request.method !== 'GET' || path?.resource !== 'pods' || path.subresource !== 'log') return undefined
    return logOf(request, path.namespace, path.name, services)
  }
}

async function logOf(
  request: ServerRequest,
  namespace: string,
  name: string,
  { flags, objects, egress }: ProxyServices,
): Promise<Answer> {
  const pod = await objects.get('pods', namespace, name)
  if (pod === undefined) throw new ApiError(404, `pods ${JSON.stringify(name)} not found`)
  const { nodeName, containers } = member(pod, 'spec')
  if (typeof nodeName !== 'string') throw new ApiError(400, `pod ${name} has no node`)
  const target = await targetOf('nodes', '', nodeName, { objects, flags })
  const [firstContainer] = Array.isArray(containers) ? (containers as { name?: string }[]) : []
  const container = request.query.get('container') ?? firstContainer?.name ?? ''
  const path = `/containerLogs/${namespace}/${name}/${container}`
  try {
    const tcpSocket = await dialerOf(egress, 'cluster')(target.host, target.port)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(nodeTimeoutMs(flags))])
    const tls = nodeConnection(flags, target.host)
    return await forwardRequest({ ...request, signal }, tcpSocket, target, { path, tls })
  } catch (error) {
    throw new ApiError(500, `node ${nodeName}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
