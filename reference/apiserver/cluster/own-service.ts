import type { FlagValues } from '../../flags/flag-values.ts'
import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { Route } from '../../serving/router.ts'
import { fault } from '../../quirks/quirks.ts'
import { resourcePath } from '../api/attributes.ts'
import { Objects } from '../objects/objects.ts'
import type { StoredObjects } from '../objects/configure.ts'
import { resources } from '../api/resource.ts'
import { serviceSettings } from '../services/service-settings.ts'

const metadata = { name: 'orch', namespace: 'default' }

/** Wraps a route so that the server's own service exists before requests for services or their endpoints. */
export function withOwnService(route: Route, publish: () => Promise<void>, isClosed: boolean): Route {
  let publication: Promise<void> | undefined
  return (request) => {
    const { resource = '' } = resourcePath(request.path) ?? {}
    if (!['services', 'endpoints'].includes(resource)) return route(request)
    if (isClosed && resource === 'endpoints' && request.method === 'POST')
      throw new ApiError(403, 'endpoints are not written')
    const isEndpointsRead = request.method === 'GET' && resource === 'endpoints'
    if (publication === undefined || (isEndpointsRead && !fault('endpoints-published-once')))
      publication = publish()
    return publication.then(() => {
      const answer = route(request)
      if (answer === undefined) throw new ApiError(404, `${request.path}: there is nothing here`)
      return answer
    })
  }
}

/** Creates the service of the API itself, and publishes the address of this server if the flags require it. */
export async function publishOwnService(
  stored: StoredObjects,
  flags: FlagValues,
  log: (line: string) => void,
): Promise<void> {
  const { ownAddress, ownNodePort } = serviceSettings(flags)
  const port = { name: 'https', port: 443, protocol: 'TCP', targetPort: flags.number('secure-port') ?? 6443 }
  const spec = {
    type: ownNodePort === undefined ? 'ClusterIP' : 'NodePort',
    clusterIP: ownAddress,
    clusterIPs: [ownAddress],
    ports: [{ ...port, ...(ownNodePort !== undefined && { nodePort: ownNodePort }) }],
  }
  try {
    const existingService = await stored.reader.get('services', 'default', metadata.name)
    const isOfOtherType =
      existingService !== undefined && member(existingService, 'spec')['type'] !== spec.type
    if (existingService === undefined) await stored.create('services', 'default', { metadata, spec })
    else if (isOfOtherType && !fault('api-service-type-kept')) {
      const { type, ports } = spec
      await patchOwn(stored, 'services', { spec: { type, ports } })
    }
    if (reconciles(flags.string('endpoint-reconciler-type') ?? '')) {
      await publishEndpoint(stored, addressOf(flags), port)
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return
    log(`service ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function publishEndpoint(
  stored: StoredObjects,
  ip: string,
  { name, targetPort: port }: { readonly name: string; readonly targetPort: number },
): Promise<void> {
  const existingEndpoints = await stored.reader.get('endpoints', 'default', metadata.name)
  const { subsets } = existingEndpoints ?? {}
  const otherAddresses = Array.isArray(subsets) ? (subsets as Json[]).flatMap(addressesIn) : []
  const addresses = [...otherAddresses.filter((address) => address['ip'] !== ip), { ip }]
  const endpointsPatch = { subsets: [{ addresses, ports: [{ name, port }] }] }
  if (existingEndpoints === undefined)
    await stored.create('endpoints', 'default', { metadata, ...endpointsPatch })
  else if (
    !otherAddresses.some((address) => address['ip'] === ip) &&
    !(otherAddresses.length > 0 && fault('address-of-second-server-unpublished'))
  )
    await patchOwn(stored, 'endpoints', endpointsPatch)
}

/** Changes an object of the server's own service. */
async function patchOwn(
  stored: StoredObjects,
  plural: 'services' | 'endpoints',
  change: Json,
): Promise<void> {
  const resource = resources.find((candidate) => candidate.resource === plural)
  if (resource === undefined) return
  await new Objects(stored.services, resource, 'default').patch({ user: undefined }, metadata.name, change)
}

function addressesIn(subset: Json): readonly Json[] {
  const { addresses } = subset
  return Array.isArray(addresses)
    ? (addresses as Json[]).map((address) => member({ address }, 'address'))
    : []
}

/** Reports whether writes of endpoints are rejected, because the server keeps no endpoints. */
export function refusesEndpoints(flags: FlagValues): boolean {
  return flags.string('endpoint-reconciler-type') === 'none' && fault('endpoint-reconciler-none-refuses')
}

function reconciles(type: string): boolean {
  if (type === 'none') return fault('endpoint-reconciler-none-reconciles')
  if (type === 'lease') return !fault('endpoint-reconciler-lease-idle')
  return !fault('endpoint-reconciler-master-count-idle')
}

function addressOf(flags: FlagValues): string {
  return flags.string('advertise-address') ?? flags.string('bind-address') ?? '127.0.0.1'
}
