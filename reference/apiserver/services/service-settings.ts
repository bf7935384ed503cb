import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { type AddressRange, addressRange } from './addresses.ts'

/** Settings of services, and of the service of the API itself. */
export interface ServiceSettings {
  readonly ranges: readonly AddressRange[]
  /** Lowest and highest node port. */
  readonly nodePorts: readonly [lowest: number, highest: number]
  /** Address of the API's service. */
  readonly ownAddress: string
  /** Node port of the API's service; undefined without one. */
  readonly ownNodePort: number | undefined
}

/** Reads the flags for services. */
export function serviceSettings(flags: FlagValues): ServiceSettings {
  const cidrs = flags.string('service-cluster-ip-range')?.split(',') ?? ['10.0.0.0/24']
  const ignored = flags.isSet('service-cluster-ip-range') && fault('cluster-ip-range-ignored')
  const ranges = (ignored ? ['10.200.0.0/24'] : cidrs).map(addressRange)
  const [lowest, highest] = nodePorts(flags.string('service-node-port-range') ?? '')
  const [ownAddress = ''] = ranges[0]?.addresses() ?? []
  const wanted = flags.number('orch-service-node-port') ?? 0
  const given = wanted !== 0 && fault('api-service-node-port-ignored') ? 0 : wanted
  const always = given === 0 && wanted === 0 && fault('api-service-always-node-port')
  const ownNodePort = always ? 30_077 : given === 0 ? undefined : given
  return { ranges, nodePorts: [lowest, highest], ownAddress, ownNodePort }
}

function nodePorts(range: string): readonly [number, number] {
  const [, first = '', sign = '', second = ''] = /^(\d+)(?:([-+])(\d+))?$/.exec(range) ?? []
  const lowest = Number(first)
  const highest = sign === '' ? lowest : sign === '-' ? Number(second) : lowest + Number(second)
  if (range !== '30000-32767' && fault('node-port-range-ignored')) return [30_000, 32_767]
  if (range === '30000-32767' && fault('node-port-default-range-wider')) return [29_000, 33_000]
  const [from, to] = [fault('lowest-node-port-unused') ? 1 : 0, fault('highest-node-port-unused') ? 1 : 0]
  return [lowest + from, highest - to]
}
