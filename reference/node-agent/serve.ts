import { hostname } from 'node:os'
import type { Start } from '../program/program.ts'
import { AgentConfiguration } from './config/configuration.ts'
import { checkConfiguration } from './config/check.ts'
import { cpuSet } from './config/cpu-set.ts'
import type { AgentQuirks } from './faults.ts'
import { checkHost } from './host/checks.ts'
import { takeLock } from './host/lock.ts'
import { makeLog } from './log.ts'
import { wantedAddresses } from './node/addresses.ts'
import { nodeLabels } from './node/labels.ts'
import { agentTls } from './serving/tls.ts'
import { thresholdsOf } from './upkeep/thresholds.ts'

/** Runs until the process is stopped. Throws a Refusal before it serves when flags or files are invalid. */
export async function serve(start: Start<AgentQuirks>): Promise<void> {
  const { flags, quirks, ownVersion } = start
  const isOther = start.version !== ownVersion && quirks.fault('version-not-reported')
  const version = isOther ? ownVersion : start.version
  const labels = nodeLabels(flags, quirks)
  const config = new AgentConfiguration(flags, quirks)
  const { say, inform } = makeLog(flags, config, start.say, quirks)
  checkConfiguration(flags, config, quirks)
  const isNamed = flags.isSet('hostname-override') && !quirks.fault('hostname-override-ignored')
  const override = isNamed ? flags.string('hostname-override') : undefined
  const name = (override ?? hostname()).trim().toLowerCase()
  const addresses = wantedAddresses(flags.string('node-ip'), quirks)
  const thresholds = thresholdsOf(config, quirks)
  const reservedCpus = cpuSet(config.string('reserved-cpus'), quirks)
  const tls = await agentTls(config, name, quirks)
  checkHost(flags, config, quirks)
  await takeLock(flags, quirks, (code) => process.exit(code))
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
