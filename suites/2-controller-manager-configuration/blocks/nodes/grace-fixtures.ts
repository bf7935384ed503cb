import { becomesTrue, expect, expectInTime, nowMs } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requestsSince } from '../requests.ts'
import { sharedFixture, type ManagerFixture } from '../fixture.ts'
import { fields } from './nodes.ts'

const withinMs = 20_000
/** Grace periods for starting and running nodes, in seconds. A program may refuse such short periods. */
export const seconds = { first: [5, 3], second: [3, 5] } as const
type GraceFixture = keyof typeof seconds
const graceFixture = (which: GraceFixture) =>
  sharedFixture(() => ({
    blocks: ['NodeLifecycleController'],
    fields: {
      [fields.startup]: `${seconds[which][0]}s`,
      [fields.monitor]: `${seconds[which][1]}s`,
      '/OrchCloudShared/NodeMonitorPeriod': '500ms',
    },
    watchedResources: ['nodes', 'pods'],
  }))
/** Returns the name of the next node. */
export const nextName = (api: ApiServer) => `node-${api.hand.list('nodes').length}`

/**
 * Expects that a silent node is marked unhealthy, and not before its grace period ends.
 * @param slackMs longest time until the mark after the period; default: any
 */
export async function expectGrace(
  managerFixture: ManagerFixture,
  graceMs: number,
  createNode: (api: ApiServer, name: string) => void,
  name = nextName(managerFixture.api),
  slackMs?: number,
) {
  const { api, canary } = managerFixture
  const fromMs = nowMs()
  createNode(api, name)
  const firstMarkMs = () =>
    requestsSince(api, fromMs, { verb: ['update', 'patch'], resource: 'nodes/status', name })[0]?.atMs
  await becomesTrue(() => firstMarkMs() !== undefined, withinMs)
  const atMs = firstMarkMs()

  expect(atMs, 'when it was called unhealthy').toBeDefined()
  expectInTime(
    { earliestMs: atMs ?? fromMs, latestMs: atMs ?? fromMs },
    {
      what: 'the node is called unhealthy',
      originMs: fromMs,
      // The creation time of a node is only known in whole seconds.
      notBeforeMs: fromMs + graceMs - 1_000,
      ...(slackMs !== undefined && { notAfterMs: fromMs + graceMs + slackMs }),
      jitterMs: canary.worst(fromMs, atMs ?? fromMs),
      marginMs: graceMs - 1_500,
    },
  )
}

/** Managers with the two pairs of periods. */
export const graceFixtures = { first: graceFixture('first'), second: graceFixture('second') } as const
