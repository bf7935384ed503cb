import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Check } from '../../serving/health.ts'
import type { FurtherChecks } from '../http/health.ts'
import type { Store } from './store.ts'

/** Services for the health checks of storage. */
export interface StorageHealth {
  readonly store: Store
  readonly prefix: string
  readonly flags: FlagValues
}

/** Milliseconds after which a check without a limit is ended. */
const maxWaitMs = 60_000

/**
 * Returns the checks of the storage, one for health and one for readiness with separate timeouts, and additional
 * checks.
 */
export function storageHealth(
  parts: StorageHealth,
  runOtherChecks: () => Promise<readonly Check[]>,
): FurtherChecks {
  return async (root) => {
    const isReadiness = root === '/readyz'
    const storageCheck = isReadiness
      ? await check('etcd-readiness', 'readycheck', parts)
      : await check('etcd', 'healthcheck', parts)
    return [storageCheck, ...(await runOtherChecks())]
  }
}

async function check(
  name: string,
  sort: 'healthcheck' | 'readycheck',
  { store, prefix, flags }: StorageHealth,
): Promise<Check> {
  const startMs = performance.now()
  try {
    // The limit of a request is the limit of the flag, unless a fault changes it.
    await store.ping(`${prefix}/health`, withinMs(sort, flags))
    return { name }
  } catch (error) {
    const durationMs = Math.round(performance.now() - startMs)
    const reason = error instanceof Error ? error.message : String(error)
    if (fault(`etcd-${sort}-always-succeeds`)) return { name }
    return { name, problem: `no answer after ${durationMs} ms: ${reason}` }
  }
}

function withinMs(sort: 'healthcheck' | 'readycheck', flags: FlagValues): number {
  const flag = `etcd-${sort}-timeout`
  const flagMs = flags.durationMs(flag) ?? 2000
  if (!flags.isSet(flag)) {
    if (fault(`etcd-${sort}-timeout-default-short`)) return flagMs / 4
    return fault(`etcd-${sort}-timeout-default-doubled`) ? 2 * flagMs : flagMs
  }
  if (fault(`etcd-${sort}-timeout-unlimited`)) return maxWaitMs
  if (flagMs !== 2000 && fault(`etcd-${sort}-timeout-ignored`)) return 2000
  return fault(`etcd-${sort}-timeout-halved`) ? flagMs / 2 : flagMs
}
