import { setTimeout as pause } from 'node:timers/promises'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Connections } from '../http/connections.ts'
import { drainWatches } from './drain-watches.ts'
import type { RequestGate } from './request-gate.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { ActiveRequests } from './active-requests.ts'

/** Milliseconds that clients have to disconnect after the last response. */
const closeTimeoutMs = 500

/** Milliseconds after which a request is slow. */
const slowMs = 300

/** Services for the termination of a server. */
export interface Termination {
  readonly lifecycle: Lifecycle
  readonly connections: Connections
  readonly entrance: RequestGate
  readonly visitors: ActiveRequests
  readonly say: (line: string) => void
  /** Runs as the last step of the shutdown: writes buffered data and removes sockets. */
  readonly atEnd: () => Promise<void>
}

/** On SIGTERM or SIGINT, shuts down step by step and exits with 0. A second signal exits at once. */
export function terminateOnSignals(termination: Termination): void {
  const { say } = termination
  let hasSignal = false
  const end = (signal: NodeJS.Signals) => {
    say(`${signal} received`)
    if (hasSignal && !freedom('second-signal-ignored')) process.exit(1)
    if (hasSignal) return
    hasSignal = true
    void shutDown(termination)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

async function shutDown(termination: Termination): Promise<void> {
  const { lifecycle, connections, entrance, visitors, say } = termination
  const { settings } = lifecycle
  const signalledAtMs = performance.now()
  entrance.signalled()
  if (lifecycle.state === 'starting' && freedom('signal-remembered-while-starting')) {
    await waitForAbort(lifecycle.ready)
  }
  if (settings.delayMs > 0 && lifecycle.state === 'serving') await delayShutdown(termination)
  lifecycle.drain()
  entrance.drains()
  say('draining')
  const waitsForRequests = visitors.requests.length > 0 && settings.sendRetryAfter
  if (waitsForRequests) void cutSlowRequests(termination, 'in-flight-cut-while-draining')
  const isWaitSkipped = waitsForRequests && fault('in-flight-ignored-at-end')
  if (!settings.sendRetryAfter || fault('listener-closed-while-draining')) {
    connections.stopListening()
    connections.closeIdle()
  }
  const watchesDrained = drainWatches(termination, signalledAtMs)
  if (!isWaitSkipped) await visitors.none('requests')
  if (settings.sendRetryAfter && freedom('listens-until-watches-drained')) await watchesDrained
  if (settings.sendRetryAfter && fault('never-ends-after-drain')) return
  connections.stopListening()
  connections.closeIdle()
  await watchesDrained
  if (freedom('ends-later')) await pause(300)
  lifecycle.end()
  connections.closeIdle()
  if (!isWaitSkipped) await connections.closed(closeTimeoutMs)
  await termination.atEnd()
  say('ended')
  process.exit(freedom('ends-with-143') ? 143 : 0)
}

/** Waits for the time between the termination signal and the start of draining, in which everything is served. */
async function delayShutdown(termination: Termination): Promise<void> {
  const { lifecycle, connections, visitors, say } = termination
  const { delayMs } = lifecycle.settings
  lifecycle.delay()
  say(`draining begins in ${delayMs} ms`)
  if (fault('listener-closed-while-delaying')) connections.stopListening()
  const { watches } = visitors
  void cutSlowRequests(termination, 'in-flight-cut-at-termination')
  if (watches.length > 0 && fault('watches-ended-at-termination')) lifecycle.endWatches()
  if (fault('delay-from-start')) await pause(Math.max(0, delayMs - lifecycle.ageMs))
  else if (fault('delay-halved')) await pause(delayMs / 2)
  else await pause(fault('delay-doubled') ? delayMs * 2 : delayMs)
}

/**
 * Cuts the connections of slow requests, with a fault. Requests that end within `slowMs` still get their responses.
 */
async function cutSlowRequests(
  { visitors }: Termination,
  name: 'in-flight-cut-at-termination' | 'in-flight-cut-while-draining',
): Promise<void> {
  const requests = await visitors.slowRequests(slowMs)
  if (requests.length > 0 && fault(name)) for (const request of requests) request.orphan()
  if (name !== 'in-flight-cut-while-draining') return
  const writes = requests.filter(({ method }) => method !== 'GET')
  if (writes.length > 0 && fault('writes-cut-while-draining')) for (const request of writes) request.orphan()
  const overHttp2 = requests.filter(({ transport }) => transport === 'http/2')
  if (overHttp2.length > 0 && fault('http2-cut-while-draining'))
    for (const request of overHttp2) request.orphan()
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}
