import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../../serving/request.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { ActiveRequests } from './active-requests.ts'

/** Milliseconds that ended watches have to send their last bytes. */
const flushTimeoutMs = 2000

const cutFaults = {
  'http/1.1': 'watches-http1-cut-at-drain',
  'http/2': 'watches-http2-cut-at-drain',
  websocket: 'watches-websocket-cut-at-drain',
} as const satisfies Record<Transport, string>

/** Ends the open watches while the server drains. Resolves when no watch needs more time. */
export async function drainWatches(
  { lifecycle, visitors }: { lifecycle: Lifecycle; visitors: ActiveRequests },
  signalledAtMs: number,
): Promise<void> {
  const { watchGraceMs, delayMs } = lifecycle.settings
  const drainStartMs = performance.now()
  if (watchGraceMs === 0) {
    if (freedom('watches-kept-without-grace')) await visitors.none('requests')
  } else {
    if (visitors.watches.length > 0) cutWatches(visitors)
    else if (fault('watch-grace-without-watches')) await pause(watchGraceMs)
    if (visitors.watches.length > 0 && fault('watches-ended-when-draining')) lifecycle.endWatches()
    const startsAtSignal = delayMs > 0 && visitors.watches.length > 0 && fault('watch-grace-from-signal')
    const graceMs =
      visitors.watches.length > 0 && fault('watch-grace-tripled') ? 3 * watchGraceMs : watchGraceMs
    const untilMs = (startsAtSignal ? signalledAtMs : drainStartMs) + graceMs
    await waitUntil(untilMs, (signal) => visitors.none('watches', signal))
    if (startsAtSignal) for (const watch of visitors.watches) watch.cut()
    if (visitors.watches.length === 0 && fault('watch-grace-always-whole')) {
      await pause(Math.max(0, untilMs - performance.now()))
    }
    if (visitors.watches.length > 0 && fault('watch-grace-never-ends')) await visitors.none('watches')
  }
  lifecycle.endWatches()
  await waitUntil(performance.now() + flushTimeoutMs, (signal) => visitors.none('watches', signal))
}

function cutWatches(activeRequests: ActiveRequests): void {
  const cutsAll = fault('watches-cut-at-drain')
  for (const watch of activeRequests.watches) if (cutsAll || fault(cutFaults[watch.transport])) watch.cut()
}

async function waitUntil(deadlineMs: number, wait: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), Math.max(0, deadlineMs - performance.now()))
  await wait(deadline.signal)
  clearTimeout(timer)
}
