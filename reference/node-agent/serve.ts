import { hostname } from 'node:os'
import type { Start } from '../program/program.ts'
import { AgentConfiguration } from './config/configuration.ts'
import { checkConfiguration } from './config/check.ts'
import { cpuSet } from './config/cpu-set.ts'
import { fault } from '../quirks/quirks.ts'
import { checkHost } from './host/checks.ts'
import { takeLock } from './host/lock.ts'
import { makeLog } from './log.ts'
import { wantedAddresses } from './node/addresses.ts'
import { nodeLabels } from './node/labels.ts'
import { agentTlsOptions } from './serving/tls.ts'
import { thresholdsOf } from './upkeep/thresholds.ts'

/** Runs until the process is stopped. Throws a Refusal before it serves when flags or files are invalid. */
export async function serve(start: Start): Promise<void> {
  const { flags, ownVersion } = start
  const isOtherVersion = start.version !== ownVersion && fault('version-not-reported')
  const version = isOtherVersion ? ownVersion : start.version
  const labels = nodeLabels(flags)
  const config = new AgentConfiguration(flags)
  const { say, inform } = makeLog(flags, config, start.say)
  checkConfiguration(flags, config)
  const hasOverride = flags.isSet('hostname-override') && !fault('hostname-override-ignored')
  const hostnameOverride = hasOverride ? flags.string('hostname-override') : undefined
  const name = (hostnameOverride ?? hostname()).trim().toLowerCase()
  const addresses = wantedAddresses(flags.string('node-ip'))
  const thresholds = thresholdsOf(config)
  const reservedCpus = cpuSet(config.string('reserved-cpus'))
  const isCertificateOfHost = hasOverride && fault('certificate-of-real-hostname')
  const tls = await agentTlsOptions(config, isCertificateOfHost ? hostname() : name)
  checkHost(flags, config)
  await takeLock(flags, (code) => process.exit(code))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
  // Loaded late, since a start that is refused earlier does not need it.
  const { runAgent } = await import('./run-agent.ts')
  await runAgent({
    start,
    config,
    name,
    version,
    labels,
    addresses,
    thresholds,
    reservedCpus,
    tls,
    say,
    inform,
  })
}
