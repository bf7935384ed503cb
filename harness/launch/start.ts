import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { currentCheck } from '../check/context.ts'
import { nowMs } from '../clock.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { starvedMs } from '../observe/starvation.ts'
import { markReady } from './fault-trace.ts'
import { type ApiServer, type ApiServerOptions, lastWords, spawnApiServer } from './api-server.ts'

/** A start that the implementation refused: it ended non-zero before it ever answered. */
export interface Refusal {
  readonly outcome: 'refused'
  readonly exitCode: number | null
  readonly stderr: string
  readonly server: ApiServer
}

export interface Ready {
  readonly outcome: 'ready'
  readonly server: ApiServer
}

/** A start that came to neither within its limit. */
export interface Hung {
  readonly outcome: 'hung'
  readonly why: string
  /** Whether the machine kept the program from working for most of the time. */
  readonly isStarved: boolean
  readonly server: ApiServer
}

export type Attempt = Ready | Refusal | Hung

// A tenth of the time it has taken already is soon enough; each look costs the machine that the start needs.
const pollShare = 0.1
const pollMs = { least: 15, most: 50 } as const
// Nobody looks before most of the quickest start so far has passed.
const quickestShare = 0.8
let quickestMs: number | undefined

/**
 * Starts an API server and waits until it is ready or has refused to start.
 * @param withinMs after which the start counts as hung, and the program is killed
 */
export async function attemptStart(options: ApiServerOptions, withinMs: number): Promise<Attempt> {
  for (let tries = 1; ; tries++) {
    const fromMs = nowMs()
    const attempt = await attemptOnce(options, withinMs)
    currentCheck()?.launches.push({ outcome: attempt.outcome, durationMs: Math.round(nowMs() - fromMs) })
    // Another program may take the port between our look and the server's bind.
    const lostPort = attempt.outcome === 'refused' && portTaken.test(attempt.stderr)
    if (!lostPort || tries === mostTries) return attempt
    await attempt.server.stop()
  }
}

const portTaken = /EADDRINUSE|address already in use/
const mostTries = 3

// Beyond this, waiting longer costs more than to say that it was not ready.
const mostStarvedShare = 1.5

async function attemptOnce(options: ApiServerOptions, withinMs: number): Promise<Attempt> {
  const server = await spawnApiServer(options)
  const { pid, startedAtMs } = server.program
  // The time in which it waited for a processor is not its own; it is asked for only when it matters.
  const moreMs = (): number => Math.min(starvedMs(pid), mostStarvedShare * withinMs)
  const leftMs = (): number => {
    const ownMs = startedAtMs + withinMs - nowMs()
    return ownMs > 0 ? ownMs : ownMs + moreMs()
  }
  let last = 'nothing answered'
  let listening = false
  while (leftMs() > 0) {
    const { exit } = server.program
    if (exit !== undefined) {
      return { outcome: 'refused', exitCode: exit.code, stderr: server.program.stderr.text, server }
    }
    // A refused connection is told by TCP alone, for a fraction of what TLS costs.
    listening ||= await accepts(server.url)
    const said = listening ? await readiness(server, Math.max(1, leftMs())) : 'nothing listens yet'
    if (said === undefined) {
      const tookMs = nowMs() - startedAtMs
      quickestMs = Math.min(quickestMs ?? tookMs, tookMs)
      if (options.settings.faultTrace) markReady(server.directory)
      return { outcome: 'ready', server }
    }
    last = said
    await Promise.race([sleep(nextLookMs(nowMs() - startedAtMs)), server.program.exited])
  }
  const isStarved = moreMs() >= mostStarvedShare * withinMs
  server.program.kill()
  await server.program.exited
  const why = `API server ${server.url} was not ready within ${withinMs} ms: ${last}. ${lastWords(server.program)}`
  return { outcome: 'hung', why, isStarved, server }
}

function nextLookMs(sinceMs: number): number {
  const usualMs = Math.min(Math.max(sinceMs * pollShare, pollMs.least), pollMs.most)
  return Math.max(usualMs, (quickestMs ?? 0) * quickestShare - sinceMs)
}

/** What a server says of its readiness; `undefined` when it is ready. */
async function readiness(server: ApiServer, withinMs: number): Promise<string | undefined> {
  try {
    const { status, body } = await server.request({ path: '/readyz', withinMs })
    return status === 200 ? undefined : `GET /readyz answered ${status} (${body.slice(0, 300)})`
  } catch (thrown) {
    return messageOf(thrown)
  }
}

/** Whether something takes connections at a URL's port. */
function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Starts an API server that must become ready; one that does not counts as crashed, if the machine let it work. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const attempt = await attemptStart(options, options.settings.target.limits.readyMs)
  if (attempt.outcome === 'ready') return attempt.server
  await attempt.server.stop()
  const why =
    attempt.outcome === 'hung'
      ? attempt.why
      : `The API server refused to start (exit code ${attempt.exitCode}), and the checks need it. ${lastWords(attempt.server.program)}`
  const isStarved = attempt.outcome === 'hung' && attempt.isStarved
  throw new HarnessError(isStarved ? 'inconclusive' : 'crashed', why)
}
