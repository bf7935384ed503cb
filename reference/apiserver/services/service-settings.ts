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
  /** Node port of the API's service; undefined if the service has no node port. */
  readonly ownNodePort: number | undefined
}

/** Reads the flags for services. */
export function serviceSettings(flags: FlagValues): ServiceSettings {
  const cidrs = flags.string('service-cluster-ip-range')?.split(',') ?? ['10.0.0.0/24']
  const isRangeIgnored = flags.isSet('service-cluster-ip-range') && fault('cluster-ip-range-ignored')
  const ranges = (isRangeIgnored ? ['10.200.0.0/24'] : cidrs).map(addressRange)
  const [lowest, highest] = nodePorts(flags.string('service-node-port-range') ?? '')
  const [ownAddress = ''] = ranges[0]?.addresses() ?? []
  const flagPort = flags.number('orch-service-node-port') ?? 0
  const ownPort = flagPort !== 0 && fault('api-service-node-port-ignored') ? 0 : flagPort
  const isNodePortForced = ownPort === 0 && flagPort === 0 && fault('api-service-always-node-port')
  const ownNodePort = isNodePortForced ? 30_077 : ownPort === 0 ? undefined : ownPort
  return { ranges, nodePorts: [lowest, highest], ownAddress, ownNodePort }
}

function nodePorts(range: string): readonly [number, number] {
  const [, firstNumber = '', sign = '', secondNumber = ''] = /^(\d+)(?:([-+])(\d+))?$/.exec(range) ?? []
  const lowest = Number(firstNumber)
  const highest = sign === '' ? lowest : sign === '-' ? Number(secondNumber) : lowest + Number(secondNumber)
  if (range !== '30000-32767' && fault('node-port-range-ignored')) return [30_000, 32_767]
  if (range === '30000-32767' && fault('node-port-default-range-wider')) return [29_000, 33_000]
  const [lowestOffset, highestOffset] = [
    fault('lowest-node-port-unused') ? 1 : 0,
    fault('highest-node-port-unused') ? 1 : 0,
  ]
  return [lowest + lowestOffset, highest - highestOffset]
}
