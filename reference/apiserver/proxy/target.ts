import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import type { ObjectReader } from '../objects/reader.ts'

/** Target of a proxied request. */
export interface ProxyTarget {
  readonly secure: boolean
  readonly host: string
  readonly port: number
}

/** Services for the resolution of an address. */
export interface TargetServices {
  readonly objects: ObjectReader
  readonly flags: FlagValues
}

/**
 * Resolves the address of a node, pod or service named as `[scheme:]name[:port]`. Throws an ApiError if there is none.
 */
export async function targetOf(
  resource: 'nodes' | 'pods' | 'services',
  namespace: string,
  text: string,
  { objects, flags }: TargetServices,
): Promise<ProxyTarget> {
  const [, scheme = '', name = '', port = ''] = /^(?:(https?):)?([^:]+)(?::(\d*))?$/.exec(text) ?? []
  const object = await objects.get(resource, namespace, name)
  if (object === undefined) throw new ApiError(404, `${resource} ${JSON.stringify(name)} not found`)
  const host = addressOf(resource, object, flags)
  if (host === undefined) throw new ApiError(503, `${resource} ${JSON.stringify(name)} has no address`)
  const isTls = scheme === '' ? resource === 'nodes' : scheme === 'https'
  const targetPort = port === '' ? ownPort(resource, object) : Number(port)
  return { secure: isTls, host, port: targetPort ?? (isTls ? 443 : 80) }
}

function addressOf(resource: string, object: Json, flags: FlagValues): string | undefined {
  if (resource === 'pods') return text(member(object, 'status')['podIP'])
  if (resource === 'services') return text(member(object, 'spec')['clusterIP'])
  const { addresses } = member(object, 'status')
  const nodeAddresses = Array.isArray(addresses) ? (addresses as Json[]) : []
  const usesFirstAddress = nodeAddresses.length > 1 && fault('node-address-first-of-status')
  if (usesFirstAddress) return text(nodeAddresses[0]?.['address'])
  const types = addressTypes(flags)
  for (const type of types) {
    const addressOfType = nodeAddresses.find((nodeAddress) => nodeAddress['type'] === type)
    if (addressOfType !== undefined) return text(addressOfType['address'])
  }
  const [firstAddress] = nodeAddresses
  return firstAddress !== undefined && fault('node-address-of-any-type')
    ? text(firstAddress['address'])
    : undefined
}

function addressTypes(flags: FlagValues): readonly string[] {
  const types = flags.strings('orchlet-preferred-address-types')
  const hasPreferredTypes = flags.isSet('orchlet-preferred-address-types')
  if (hasPreferredTypes && fault('node-address-types-unordered')) return types.toSorted().toReversed()
  return !hasPreferredTypes && fault('node-address-default-order-differs') ? types.toReversed() : types
}

function ownPort(resource: string, object: Json): number | undefined {
  if (resource === 'nodes') {
    const { Port: port } = member(member(member(object, 'status'), 'daemonEndpoints'), 'orchletEndpoint')
    return typeof port === 'number' ? port : 10_250
  }
  const { ports } = member(object, 'spec')
  const firstPort = Array.isArray(ports) ? (ports as Json[])[0]?.['port'] : undefined
  return typeof firstPort === 'number' ? firstPort : undefined
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
