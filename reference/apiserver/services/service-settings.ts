import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import { type AddressRange, addressRange } from './addresses.ts'

/** What services may be given, and what the service of the API itself has. */
export interface ServiceSettings {
  readonly ranges: readonly AddressRange[]
  /** The lowest and the highest node port. */
  readonly nodePorts: readonly [lowest: number, highest: number]
  /** The address of the API's own service. */
  readonly ownAddress: string
  /** Its node port; undefined without one. */
  readonly ownNodePort: number | undefined
}

/** Reads the flags about services. */
export function serviceSettings(flags: FlagValues, quirks: ServerQuirks): ServiceSettings {
  const cidrs = flags.string('service-cluster-ip-range')?.split(',') ?? ['10.0.0.0/24']
  const ignored = flags.isSet('service-cluster-ip-range') && quirks.fault('cluster-ip-range-ignored')
  const ranges = (ignored ? ['10.200.0.0/24'] : cidrs).map(addressRange)
  const [lowest, highest] = nodePorts(flags.string('service-node-port-range') ?? '', quirks)
  const [ownAddress = ''] = ranges[0]?.addresses() ?? []
  const wanted = flags.number('orch-service-node-port') ?? 0
  const given = wanted !== 0 && quirks.fault('api-service-node-port-ignored') ? 0 : wanted
  const always = given === 0 && wanted === 0 && quirks.fault('api-service-always-node-port')
  const ownNodePort = always ? 30_077 : given === 0 ? undefined : given
  return { ranges, nodePorts: [lowest, highest], ownAddress, ownNodePort }
}

function nodePorts(range: string, quirks: ServerQuirks): readonly [number, number] {
  const [, first = '', sign = '', second = ''] = /^(\d+)(?:([-+])(\d+))?$/.exec(range) ?? []
  const lowest = Number(first)
  const highest = sign === '' ? lowest : sign === '-' ? Number(second) : lowest + Number(second)
  if (range !== '30000-32767' && quirks.fault('node-port-range-ignored')) return [30_000, 32_767]
  if (range === '30000-32767' && quirks.fault('node-port-default-range-wider')) return [29_000, 33_000]
  const [from, to] = [
    quirks.fault('lowest-node-port-unused') ? 1 : 0,
    quirks.fault('highest-node-port-unused') ? 1 : 0,
  ]
  return [lowest + from, highest - to]
}
