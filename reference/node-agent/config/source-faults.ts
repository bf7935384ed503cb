import type { QuirkList } from '../../quirks/quirks.ts'
import type { AgentFlag } from '../flags/agent-flag.ts'

/** Flags whose values only the behaviour of the agent shows, or that have only one value. */
const unobservableFlags = new Set([
  'enable-debugging-handlers',
  'enable-server',
  'logging-format',
  'orchlet-cgroups',
  'protect-kernel-defaults',
  'reserved-cpus',
  'runonce',
  'system-cgroups',
])
/** Flags that every start must set, because their defaults would change the host. */
const flagsWithoutDefault = new Set([
  'address',
  'cgroups-per-qos',
  'container-runtime-endpoint',
  'enforce-node-allocatable',
  'healthz-port',
  'make-iptables-util-chains',
  'port',
  'read-only-port',
  'volume-plugin-dir',
])
/** Defaults that mean "not set". */
const emptyTexts = ['', 'none', 'false']

/** Returns a fault for each source of each flag that the configuration file also has. */
export function sourceFaults(table: readonly AgentFlag[]): QuirkList {
  const faults: Record<string, string> = {}
  for (const { name, field, type, default: byDefault } of table) {
    if (field === undefined || field === '/featureGates') continue
    const isDistinguishable =
      byDefault !== undefined && !(type !== 'string' && emptyTexts.includes(byDefault))
    if (isDistinguishable && byDefault !== '' && !flagsWithoutDefault.has(name))
      faults[`default-not-effective-${name}`] = `--${name}: its default is not in effect`
    if (unobservableFlags.has(name)) continue
    faults[`file-ignored-${name}`] = `--${name}: what the configuration file says does not matter`
    faults[`drop-in-ignored-${name}`] = `--${name}: what drop-in files say does not matter`
    faults[`flag-loses-${name}`] = `--${name}: files win over it`
  }
  return faults
}
