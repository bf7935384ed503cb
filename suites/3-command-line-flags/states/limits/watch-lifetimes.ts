import { HarnessError, JitterCanary, nowMs, until } from '#kit'
import { openWatch, type WatchTransport } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../fixture.ts'

/** Open times of watches. */
export interface WatchLifetimes {
  /** Open time of each watch as measured by its client, from the request on. */
  readonly openMs: readonly number[]
  /** Open time from the first response on, for the watches that the server ended. */
  readonly endedAfterMs: readonly number[]
  readonly jitterMs: number
}

/** Watches of one collection. */
export interface WatchSpec {
  readonly path: string
  readonly atOnce: number
  readonly withinMs: number
  /** Default: HTTP/1.1. */
  readonly transport?: WatchTransport
}

/** Opens some watches of a collection at the same time and waits until the server has ended all of them, or until the timeout. */
export async function watchUntilEnded(
  server: ApiServer,
  { path, atOnce, withinMs, transport = 'http1' }: WatchSpec,
): Promise<WatchLifetimes> {
  using canary = new JitterCanary(server.processId)
  const openedAtMs = nowMs()
  const watchOptions = { ...identity(server), path: `${path}?watch=true` }
  const openWatches = Array.from({ length: atOnce }, () => openWatch(transport, watchOptions))
  const watchEnds = await Promise.all(
    openWatches.map(async (watch) => ({ status: await watch.responseStatus, atMs: nowMs() })),
  )
  const statuses = watchEnds.map(({ status }) => status)
  if (statuses.some((status) => status !== 200 && status !== 101))
    throw new HarnessError('untestable', `Watches were answered ${statuses.join(', ')}.`)
  const isOver = (): boolean =>
    openWatches.every(({ end }) => end !== undefined) || nowMs() > openedAtMs + withinMs
  await until(isOver, { withinMs: withinMs + 1_000, what: 'the watches had ended' })
  const leftAtMs = nowMs()
  const endedAfterMs = openWatches.flatMap(({ end }, index) =>
    end === undefined ? [] : [end.atMs - (watchEnds[index]?.atMs ?? 0)],
  )
  const openMs = openWatches.map(({ end }) => Math.round((end?.atMs ?? leftAtMs) - openedAtMs))
  for (const watch of openWatches) watch.leave()
  return { openMs, endedAfterMs, jitterMs: canary.worst(openedAtMs, leftAtMs) }
}
