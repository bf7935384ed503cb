import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Store } from './store.ts'

/** Milliseconds between attempts to reach the storage. */
const retryMs = 50

/** Waits for the storage to answer, which makes the server ready. */
export async function initializeStorage(
  store: Store,
  flags: FlagValues,
  lifecycle: Lifecycle,
  say: (line: string) => void,
): Promise<void> {
  const withinMs = flags.durationMs('etcd-readycheck-timeout') ?? 2000
  while (lifecycle.state === 'starting') {
    try {
      // One by one: one attempt after the other.
      await store.ping(withinMs)
      lifecycle.storageInitialized()
      say('storage answers, ready')
    } catch {
      // One by one: the pause between attempts.
      await pause(retryMs)
    }
  }
}
