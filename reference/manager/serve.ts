import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Start } from '../program/program.ts'
import { Refusal } from '../flags/refusal.ts'
import { listen } from '../serving/listen.ts'
import { Metrics } from '../serving/metrics.ts'
import { createPlainServer } from '../serving/plain-server.ts'
import { type Api, apiOf } from './api.ts'
import { Election, electionSettings } from './election.ts'
import { managerEndpoints } from './endpoints.ts'
import { fault } from '../quirks/quirks.ts'
import type { Field } from './field.ts'
import type { GenericConfiguration } from './kind.ts'
import { type Migration, migrationOf } from './migration.ts'
import type { ConfigurationKind } from './read-configuration.ts'

/** Time within which the API server must respond, in milliseconds. */
const apiWithinMs = 10_000
const retryMs = 200

/** Services for the control loops of a manager. */
export interface Work {
  readonly api: Api
  readonly say: (line: string) => void
}

/**
 * Serves, waits for the API server and for leadership, and runs the control loops until the process ends. Throws a
 * Refusal.
 */
export async function serveManager<F extends Field>(
  { say }: Start,
  { kind, group, component }: ConfigurationKind<F>,
  config: GenericConfiguration,
  run: (work: Work, takes: (controller: string) => boolean) => void,
): Promise<void> {
  const api = apiOf(config)
  const servedManager = { apiVersion: `${group}/v1alpha1`, kind, config, metrics: new Metrics() }
  const server = createPlainServer(managerEndpoints(servedManager), say)
  const address = config.value('/Generic/Address')
  const port = config.value('/Generic/Port')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
  const isLoopbackOnly = address === '0.0.0.0' && fault('all-interfaces-not-served')
  const isOtherLoopback = address === '127.0.0.2' && fault('loopback-addresses-not-distinguished')
  await listen(server, isLoopbackOnly ? '127.0.0.1' : isOtherLoopback ? '0.0.0.0' : address, port)
  say(`listening on ${address}:${port}`)
  await waitForApi(api)
  const work = { api, say }
  const includeAll = () => true
  if (!config.value('/Generic/LeaderElection/leaderElect')) {
    run(work, includeAll)
    return
  }
  const identity = `${hostname()}_${randomUUID()}`
  const joinElection = async (name?: string, lock?: 'leases' | 'endpoints'): Promise<Election> => {
    const election = new Election(api, electionSettings(config, name, lock), identity)
    await election.won()
    return election
  }
  const startsUnelected = fault('leadership-not-awaited')
  const migration = migrationOf(config, component)
  if (startsUnelected) run(work, includeAll)
  const mainElection = await joinElection()
  say('leading')
  const leadershipLoss = mainElection.lost()
  if (!startsUnelected) run(work, migration?.runsByMainLock ?? includeAll)
  if (migration !== undefined) void migrate(migration)
  await leadershipLoss
  if (migration !== undefined && fault('migration-main-lock-loss-survived')) return
  say('leadership was lost')
  process.exit(1)

  async function migrate({ leaderName, lock, runsByMigrationLock }: Migration): Promise<void> {
    const migrationElection = await joinElection(leaderName, lock)
    if (!startsUnelected) run(work, runsByMigrationLock)
    await migrationElection.lost()
    if (fault('migration-lock-loss-survived')) return
    say('the leadership of migrating controllers was lost')
    process.exit(1)
  }
}

/** Waits until the API server responds. Throws a Refusal when it does not. */
async function waitForApi(api: Api): Promise<void> {
  const deadlineMs = performance.now() + apiWithinMs
  for (;;) {
    try {
      // Sequential: one attempt after the other.
      const { status } = await api.send('GET', '/healthz', undefined, apiWithinMs)
      if (status === 200) return
    } catch (cause) {
      if (performance.now() > deadlineMs) throw timeoutRefusal(cause)
    }
    if (performance.now() > deadlineMs) throw timeoutRefusal()
    await pause(retryMs)
  }
}

function timeoutRefusal(cause?: unknown): Refusal {
  return new Refusal(`the API server was not healthy within ${apiWithinMs} ms`, { cause })
}
