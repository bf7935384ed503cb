import { isIP } from 'node:net'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { AgentConfiguration } from './configuration.ts'
import { quantity } from './quantity.ts'
import { checkReservations } from './reservations.ts'

/** Throws a Refusal when values contradict each other. */
export function checkConfiguration(flags: FlagValues, config: AgentConfiguration): void {
  if (flags.isSet('vmodule') && fault('vmodule-refused')) throw new Refusal('--vmodule: not supported')
  const lowThreshold = config.number('image-gc-low-threshold')
  const highThreshold = config.number('image-gc-high-threshold')
  if (lowThreshold >= highThreshold && !fault('image-gc-thresholds-unordered'))
    throw new Refusal('--image-gc-low-threshold: must be less than --image-gc-high-threshold')
  if (config.durationMs('volume-stats-agg-period') < 0 && fault('volume-stats-negative-refused'))
    throw new Refusal('--volume-stats-agg-period: must not be negative')
  const runsOnce = config.bool('runonce')
  if (runsOnce && config.bool('enable-server') && !fault('runonce-beside-server'))
    throw new Refusal('--runonce: cannot be together with --enable-server')
  const invalidServer = config.strings('cluster-dns').find((server) => isIP(server) === 0)
  if (invalidServer !== undefined && !freedom('addresses-unchecked'))
    throw new Refusal(`--cluster-dns: ${invalidServer} is no IP address`)
  checkEndpoints(config)
  needsGate(config, 'rotate-server-certificates', 'RotateOrchletServerCertificate')
  needsGate(config, 'qos-reserved', 'QOSReserved')
  checkLogging(config)
  checkReservations(config)
}

function checkEndpoints(config: AgentConfiguration): void {
  const runtimeEndpoint = config.string('container-runtime-endpoint')
  const imagesEndpoint = config.string('image-service-endpoint')
  for (const [flag, endpoint] of [
    ['container-runtime-endpoint', runtimeEndpoint],
    ['image-service-endpoint', imagesEndpoint === '' ? runtimeEndpoint : imagesEndpoint],
  ])
    if (!isEndpoint(endpoint ?? '')) throw new Refusal(`--${flag}: ${endpoint || 'empty'} is no unix socket`)
}

/** Reports whether an endpoint is the path of a unix socket, with or without its scheme. */
function isEndpoint(endpoint: string): boolean {
  return /^(unix:(\/\/)?)?\/./.test(endpoint)
}

function checkLogging(config: AgentConfiguration): void {
  const gate = 'LoggingAlphaOptions'
  if (config.isGateOn(gate)) return
  if (config.bool('log-text-split-stream') && !fault('split-stream-without-gate'))
    throw new Refusal(`--log-text-split-stream: needs the feature gate ${gate}`)
  if ((quantity(config.string('log-text-info-buffer-size')) ?? 0) > 0 && !fault('info-buffer-without-gate'))
    throw new Refusal(`--log-text-info-buffer-size: needs the feature gate ${gate}`)
}

function needsGate(
  config: AgentConfiguration,
  flag: 'rotate-server-certificates' | 'qos-reserved',
  gate: string,
): void {
  const isFlagUsed = flag === 'qos-reserved' ? config.pairs(flag).size > 0 : config.bool(flag)
  if (isFlagUsed && !config.isGateOn(gate) && !fault(`${flag}-without-gate`))
    throw new Refusal(`--${flag}: needs the feature gate ${gate}`)
}
