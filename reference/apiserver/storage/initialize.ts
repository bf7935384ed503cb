import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { Store } from './store.ts'

/** Milliseconds between attempts to reach the storage. */
const retryMs = 50
/** Milliseconds after which a fault regards storage as slow. */
const slowMs = 1000

/** Services for the initialization of storage. */
export interface Initialization {
  readonly store: Store
  readonly prefix: string
  readonly flags: FlagValues
  readonly lifecycle: Lifecycle
  readonly say: (line: string) => void
}

/**
 * Waits until the storage responds for real keys, or until its time limit. In both cases, the server becomes ready.
 */
export async function initializeStorage(parts: Initialization): Promise<void> {
  const { flags, lifecycle, say } = parts
  const { storageWithinMs } = lifecycle.settings
  const finishHook = lifecycle.hook('storage-initialization')
  const startMs = performance.now()
  const overdueTimer = setTimeout(() => {
    say(`storage was not initialized within ${storageWithinMs} ms`)
    if (freedom('storage-timeout-ends-program')) process.exit(1)
    if (!fault('storage-timeout-without-effect')) lifecycle.declareReady()
  }, storageWithinMs)
  const attemptMs = flags.durationMs('etcd-readycheck-timeout') ?? 2000
  const isAvailable = await checkReachable(parts, attemptMs)
  clearTimeout(overdueTimer)
  const isSlow = performance.now() - startMs > slowMs
  if (!isAvailable || (isSlow && fault('never-ready-after-slow-storage'))) return
  finishHook()
  lifecycle.declareReady()
  say('storage answers, ready')
}

/** Retries until the storage responds. Returns false if the server ends first. */
async function checkReachable(
  { store, prefix, lifecycle }: Initialization,
  attemptMs: number,
): Promise<boolean> {
  while (!lifecycle.ending.aborted) {
    try {
      // Sequential: one attempt after the other.
      await store.ping(`${prefix.startsWith('/') ? '' : '/'}${prefix}/namespaces/default`, attemptMs)
      return true
    } catch {
      // Sequential: the pause separates the attempts.
      await pause(retryMs)
    }
  }
  return false
}
