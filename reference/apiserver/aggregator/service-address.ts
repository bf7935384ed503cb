import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { ProxyServices } from '../proxy/routes.ts'
import { fault } from '../../quirks/quirks.ts'

/**
 * Returns the address of the server of an aggregated API: an endpoint of its service, or the address of the service.
 */
export async function serviceAddress(
  service: Json,
  { flags, objects }: ProxyServices,
): Promise<{ readonly host: string; readonly port: number }> {
  const [namespace, name] = [String(service['namespace']), String(service['name'])]
  const port = typeof service['port'] === 'number' ? service['port'] : 443
  const serviceObject = await objects.get('services', namespace, name)
  if (serviceObject === undefined) throw new ApiError(503, `service ${namespace}/${name} is not there`)
  const { type, clusterIP, externalName } = member(serviceObject, 'spec')
  if (type === 'ExternalName') return { host: String(externalName), port }
  const routesToEndpoints = flags.bool('enable-aggregator-routing')
    ? !fault('aggregator-never-routes')
    : fault('aggregator-always-routes')
  if (!routesToEndpoints) return { host: String(clusterIP), port }
  const endpoint = endpointIn(await objects.get('endpoints', namespace, name))
  if (endpoint === undefined) throw new ApiError(503, `nothing is behind service ${namespace}/${name}`)
  return endpoint
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string }[]
  readonly ports?: readonly { readonly port: number }[]
}

function endpointIn(endpoints: Json | undefined) {
  const { subsets } = endpoints ?? {}
  const [{ addresses = [], ports = [] } = {}] = Array.isArray(subsets) ? (subsets as Subset[]) : []
  const [address, port] = [addresses[0], ports[0]]
  return address === undefined || port === undefined ? undefined : { host: address.ip, port: port.port }
}
