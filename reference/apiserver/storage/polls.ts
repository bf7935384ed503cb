import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Metrics } from '../../serving/metrics.ts'
import { resources, storageKey } from '../api/resource.ts'
import type { Store } from './store.ts'

/** Services for the periodic requests to storage. */
export interface StoragePolls {
  readonly store: Store
  readonly prefix: string
  readonly flags: FlagValues
  readonly metrics: Metrics
}

type PollFlag = 'etcd-compaction-interval' | 'etcd-count-metric-poll-period' | 'etcd-db-metric-poll-interval'

/** Compacts the storage and measures it, at the intervals of the flags. */
export function pollStorage(parts: StoragePolls): void {
  const { store, prefix, metrics } = parts
  // Records the revision at which the first interval begins.
  const isCompacting = pollEvery('etcd-compaction-interval', parts, () => store.compact())
  if (isCompacting) void store.compact().catch(() => {})
  pollEvery('etcd-count-metric-poll-period', parts, async () => {
    for (const resource of resources) {
      // Sequential: counting is not urgent.
      const count = await store.count(storageKey(prefix, resource, '', ''))
      const labels = { group: resource.group, resource: resource.resource }
      metrics.set('apiserver_storage_objects', 'Stored objects of each resource.', labels, Number(count))
    }
  })
  pollEvery('etcd-db-metric-poll-interval', parts, async () => {
    const size = await store.databaseSize()
    metrics.set('apiserver_storage_size_bytes', 'Bytes that the storage takes.', {}, Number(size))
  })
}

/** Runs work at the interval of a flag until the process ends. Returns false if the flag disables the work. */
function pollEvery(flag: PollFlag, { flags }: StoragePolls, work: () => Promise<void>): boolean {
  const flagMs = flags.durationMs(flag) ?? 0
  const pollMs = intervalOf(flag, flagMs, flags.isSet(flag))
  if (pollMs <= 0) return false
  // A failure is retried at the next interval.
  setInterval(() => void work().catch(() => {}), pollMs).unref()
  return true
}

function intervalOf(flag: PollFlag, flagMs: number, isSet: boolean): number {
  if (flagMs <= 0) return fault(`${flag}-0-goes-on`) ? 1000 : 0
  // Faults apply only to intervals that a flag sets.
  if (!isSet) return flagMs
  if (fault(`${flag}-without-effect`)) return 0
  if (fault(`${flag}-halved`)) return flagMs / 2
  return fault(`${flag}-doubled`) ? 2 * flagMs : flagMs
}
