import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Proposal } from '../objects/admission.ts'
import type { ObjectReader } from '../objects/reader.ts'
import type { AddressRange } from './addresses.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Allocates addresses and ports of new services. Throws an ApiError if they are unavailable. */
export class ServiceAllocator {
  readonly #settings: ServiceSettings
  readonly #objects: ObjectReader
  // Addresses and ports that were allocated recently may not be stored yet.
  readonly #allocatedValues = new Set<string>()

  constructor(settings: ServiceSettings, objects: ObjectReader) {
    this.#settings = settings
    this.#objects = objects
  }

  /** Returns the service with its allocated addresses and ports. */
  async complete({ object = {} }: Proposal): Promise<Json> {
    const spec = member(object, 'spec')
    const type = typeof spec['type'] === 'string' ? spec['type'] : 'ClusterIP'
    if (type === 'ExternalName' || spec['clusterIP'] === 'None') return object
    const otherServices = await this.#objects.list('services', '')
    const addresses = this.#addresses(spec, otherServices)
    const ports = type === 'ClusterIP' ? portsOf(spec) : this.#ports(spec, otherServices)
    return { ...object, spec: { ...spec, type, clusterIP: addresses[0], clusterIPs: addresses, ports } }
  }

  get #refusal(): number {
    return freedom('service-refusals-answer-409') ? 409 : 422
  }

  #addresses(spec: Json, otherServices: readonly Json[]): readonly string[] {
    const takenAddresses = new Set([
      this.#settings.ownAddress,
      ...this.#allocatedValues,
      ...otherServices.flatMap(addressesOf),
    ])
    const { ranges } = this.#settings
    const isDualStack = ['PreferDualStack', 'RequireDualStack'].includes(String(spec['ipFamilyPolicy']))
    const usedRanges = isDualStack && !fault('second-cluster-ip-range-unused') ? ranges : ranges.slice(0, 1)
    const requestedIp = spec['clusterIP']
    if (typeof requestedIp === 'string' && requestedIp !== '')
      return [this.#takeRequested(requestedIp, usedRanges, takenAddresses)]
    const allocatedIps = usedRanges.map((range) => this.#freeAddress(range, takenAddresses))
    for (const address of allocatedIps) this.#allocatedValues.add(address)
    return allocatedIps
  }

  #takeRequested(
    address: string,
    ranges: readonly AddressRange[],
    takenAddresses: ReadonlySet<string>,
  ): string {
    const isInRange = ranges.some((range) => range.holds(address))
    if (!isInRange && !fault('cluster-ip-outside-range-accepted')) {
      throw new ApiError(this.#refusal, `spec.clusterIP: ${address} is in no range for services`)
    }
    if (takenAddresses.has(address)) throw new ApiError(this.#refusal, `spec.clusterIP: ${address} is taken`)
    this.#allocatedValues.add(address)
    return address
  }

  #freeAddress(range: AddressRange, takenAddresses: ReadonlySet<string>): string {
    let lastFree: string | undefined
    for (const address of range.addresses()) {
      lastFree = address
      if (!takenAddresses.has(address)) return address
    }
    if (lastFree !== undefined && fault('cluster-ip-given-twice')) return lastFree
    throw new ApiError(500, 'there is no address left for services')
  }

  #ports(spec: Json, otherServices: readonly Json[]): readonly Json[] {
    const [lowest, highest] = this.#settings.nodePorts
    const ownNodePort = this.#settings.ownNodePort
    const takenPorts = new Set([
      ownNodePort,
      ...otherServices.flatMap((otherService) => portsOf(member(otherService, 'spec')).map(nodePortOf)),
    ])
    return portsOf(spec).map((port, index) => {
      const requestedPort = nodePortOf(port)
      const isReplaced = index > 0 && requestedPort !== undefined && fault('later-node-ports-replaced')
      const allocatedPort =
        requestedPort === undefined || isReplaced ? freePort(lowest, highest, takenPorts) : requestedPort
      if (allocatedPort === undefined) throw new ApiError(500, 'there is no node port left')
      const isOutOfRange = allocatedPort < lowest || allocatedPort > highest
      const isOverlooked =
        isOutOfRange &&
        ((index > 0 && fault('later-node-ports-unchecked')) ||
          (spec['type'] === 'LoadBalancer' && fault('load-balancer-node-ports-unchecked')))
      if (isOutOfRange && !isOverlooked && !fault('node-port-outside-range-accepted')) {
        throw new ApiError(
          this.#refusal,
          `spec.ports[0].nodePort: ${allocatedPort} is not from ${lowest} to ${highest}`,
        )
      }
      if (takenPorts.has(allocatedPort))
        throw new ApiError(this.#refusal, `spec.ports[0].nodePort: ${allocatedPort} is taken`)
      takenPorts.add(allocatedPort)
      return { ...port, nodePort: allocatedPort }
    })
  }
}

function freePort(
  lowest: number,
  highest: number,
  takenPorts: ReadonlySet<number | undefined>,
): number | undefined {
  for (let port = lowest; port <= highest; port++) if (!takenPorts.has(port)) return port
  return undefined
}

function addressesOf(service: Json): readonly string[] {
  const { clusterIP, clusterIPs } = member(service, 'spec')
  const allIps = [clusterIP, ...(Array.isArray(clusterIPs) ? (clusterIPs as unknown[]) : [])]
  return allIps.filter((address) => typeof address === 'string')
}

function portsOf({ ports }: Json): readonly Json[] {
  return Array.isArray(ports) ? (ports as Json[]) : []
}

function nodePortOf({ nodePort }: Json): number | undefined {
  return typeof nodePort === 'number' && nodePort !== 0 ? nodePort : undefined
}
