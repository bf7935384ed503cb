import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { Store } from './store.ts'

/** Milliseconds between attempts to reach the storage. */
const retryMs = 50
/** What counts as slow for the defect in waiting for storage. */
const slowMs = 1000

/** What initializing the storage needs. */
export interface Initialization {
  readonly store: Store
  readonly prefix: string
  readonly flags: FlagValues
  readonly lifecycle: Lifecycle
  readonly quirks: ServerQuirks
  readonly say: (line: string) => void
}

/** Waits for the storage to answer for real keys, or for the patience with it to end: either makes the server ready. */
export async function initializeStorage(parts: Initialization): Promise<void> {
  const { flags, lifecycle, quirks, say } = parts
  const { storageWithinMs } = lifecycle.settings
  const finished = lifecycle.hook('storage-initialization')
  const since = performance.now()
  const overdue = setTimeout(() => {
    say(`storage was not initialized within ${storageWithinMs} ms`)
    if (quirks.freedom('storage-timeout-ends-program')) process.exit(1)
    if (!quirks.fault('storage-timeout-without-effect')) lifecycle.declareReady()
  }, storageWithinMs)
  const attemptMs = flags.durationMs('etcd-readycheck-timeout') ?? 2000
  const answered = await answers(parts, attemptMs)
  clearTimeout(overdue)
  const slow = performance.now() - since > slowMs
  if (!answered || (slow && quirks.fault('never-ready-after-slow-storage'))) return
  finished()
  lifecycle.declareReady()
  say('storage answers, ready')
}

/** Asks until the storage answers; false when the server ends first. */
async function answers({ store, prefix, lifecycle }: Initialization, attemptMs: number): Promise<boolean> {
  while (!lifecycle.ending.aborted) {
    try {
      // One by one: one attempt after the other.
      await store.ping(`${prefix.startsWith('/') ? '' : '/'}${prefix}/namespaces/default`, attemptMs)
      return true
    } catch {
      // One by one: the pause between attempts.
      await pause(retryMs)
    }
  }
  return false
}
