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
  readonly #given = new Set<string>()

  constructor(settings: ServiceSettings, objects: ObjectReader) {
    this.#settings = settings
    this.#objects = objects
  }

  /** Returns the service with its allocated addresses and ports. */
  async complete({ object = {} }: Proposal): Promise<Json> {
    const spec = member(object, 'spec')
    const type = typeof spec['type'] === 'string' ? spec['type'] : 'ClusterIP'
    if (type === 'ExternalName' || spec['clusterIP'] === 'None') return object
    const others = await this.#objects.list('services', '')
    const addresses = this.#addresses(spec, others)
    const ports = type === 'ClusterIP' ? portsOf(spec) : this.#ports(spec, others)
    return { ...object, spec: { ...spec, type, clusterIP: addresses[0], clusterIPs: addresses, ports } }
  }

  get #refusal(): number {
    return freedom('service-refusals-answer-409') ? 409 : 422
  }

  #addresses(spec: Json, others: readonly Json[]): readonly string[] {
    const taken = new Set([this.#settings.ownAddress, ...this.#given, ...others.flatMap(addressesOf)])
    const { ranges } = this.#settings
    const isDual = ['PreferDualStack', 'RequireDualStack'].includes(String(spec['ipFamilyPolicy']))
    const used = isDual && !fault('second-cluster-ip-range-unused') ? ranges : ranges.slice(0, 1)
    const wanted = spec['clusterIP']
    if (typeof wanted === 'string' && wanted !== '') return [this.#wanted(wanted, used, taken)]
    const all = used.map((range) => this.#free(range, taken))
    for (const address of all) this.#given.add(address)
    return all
  }

  #wanted(address: string, ranges: readonly AddressRange[], taken: ReadonlySet<string>): string {
    const isIn = ranges.some((range) => range.holds(address))
    if (!isIn && !fault('cluster-ip-outside-range-accepted')) {
      throw new ApiError(this.#refusal, `spec.clusterIP: ${address} is in no range for services`)
    }
    if (taken.has(address)) throw new ApiError(this.#refusal, `spec.clusterIP: ${address} is taken`)
    this.#given.add(address)
    return address
  }

  #free(range: AddressRange, taken: ReadonlySet<string>): string {
    let last: string | undefined
    for (const address of range.addresses()) {
      last = address
      if (!taken.has(address)) return address
    }
    if (last !== undefined && fault('cluster-ip-given-twice')) return last
    throw new ApiError(500, 'there is no address left for services')
  }

  #ports(spec: Json, others: readonly Json[]): readonly Json[] {
    const [lowest, highest] = this.#settings.nodePorts
    const own = this.#settings.ownNodePort
    const taken = new Set([own, ...others.flatMap((each) => portsOf(member(each, 'spec')).map(nodePortOf))])
    return portsOf(spec).map((port) => {
      const wanted = nodePortOf(port)
      const given = wanted ?? free(lowest, highest, taken)
      if (given === undefined) throw new ApiError(500, 'there is no node port left')
      const isOutside = given < lowest || given > highest
      if (isOutside && !fault('node-port-outside-range-accepted')) {
        throw new ApiError(
          this.#refusal,
          `spec.ports[0].nodePort: ${given} is not from ${lowest} to ${highest}`,
        )
      }
      if (taken.has(given)) throw new ApiError(this.#refusal, `spec.ports[0].nodePort: ${given} is taken`)
      taken.add(given)
      return { ...port, nodePort: given }
    })
  }
}

function free(lowest: number, highest: number, taken: ReadonlySet<number | undefined>): number | undefined {
  for (let port = lowest; port <= highest; port++) if (!taken.has(port)) return port
  return undefined
}

function addressesOf(service: Json): readonly string[] {
  const { clusterIP, clusterIPs } = member(service, 'spec')
  const all = [clusterIP, ...(Array.isArray(clusterIPs) ? (clusterIPs as unknown[]) : [])]
  return all.filter((address) => typeof address === 'string')
}

function portsOf({ ports }: Json): readonly Json[] {
  return Array.isArray(ports) ? (ports as Json[]) : []
}

function nodePortOf({ nodePort }: Json): number | undefined {
  return typeof nodePort === 'number' && nodePort !== 0 ? nodePort : undefined
}
