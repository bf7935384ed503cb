import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { Gates } from '../../flags/gates.ts'
import { fault } from '../../quirks/quirks.ts'
import { Objects } from '../objects/objects.ts'
import type { StoredObjects } from '../objects/configure.ts'
import { resources } from '../api/resource.ts'

const [namespace, name] = ['orch-system', 'leader-election-coordinator']

/** Holds the lease of the coordinator of elections until the process ends, if the feature is on. */
export function coordinateElections(
  stored: StoredObjects,
  {
    flags,
    gates,
  }: {
    readonly flags: FlagValues
    readonly gates: Gates
  },
): void {
  const hasTimingFlags = flags.names.some((flag) => flag.startsWith('coordinated-leadership-'))
  const isEnabled = gates('CoordinatedLeaderElection', false)
  if (!isEnabled && !(hasTimingFlags && fault('coordinated-leadership-without-gate'))) return
  const resource = resources.find(({ resource: plural }) => plural === 'leases')
  if (resource === undefined) return
  const leases = new Objects(stored.services, resource, namespace)
  const holderIdentity = `${hostname()}_${randomUUID()}`
  const spec = () => ({
    holderIdentity,
    leaseDurationSeconds: Math.round(durationMs(flags) / 1000),
    // Microseconds, as in leases.
    renewTime: new Date().toISOString().replace('Z', '000Z'),
  })
  const hold = async (): Promise<void> => {
    const lease = await stored.reader.get('leases', namespace, name)
    if (lease === undefined) await stored.create('leases', namespace, { metadata: { name }, spec: spec() })
    else await leases.patch({ user: undefined }, name, { spec: spec() })
  }
  const renew = () => void hold().catch(() => {})
  renew()
  setInterval(renew, retryMs(flags)).unref()
}

function durationMs(flags: FlagValues): number {
  const flag = 'coordinated-leadership-lease-duration'
  if (flags.isSet(flag) && fault('coordinated-lease-duration-ignored')) return 15_000
  if (!flags.isSet(flag) && fault('coordinated-lease-duration-default-differs')) return 30_000
  return flags.durationMs(flag) ?? 0
}

function retryMs(flags: FlagValues): number {
  const flag = 'coordinated-leadership-retry-period'
  if (flags.isSet(flag) && fault('coordinated-retry-period-ignored')) return 2_000
  if (!flags.isSet(flag) && fault('coordinated-retry-period-default-differs')) return 4_000
  return flags.durationMs(flag) ?? 2_000
}
