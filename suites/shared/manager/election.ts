import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import { currentCheck, nowMs, rejectJitter } from '#kit'
import { dialectOf } from '#kit/launch.ts'
import { inject } from 'vitest'
import type { ApiServerRequest, ApiServer, StoredObject } from '#mocks/api-server/index.ts'
import { checkApi, startManager } from '../controller-manager.ts'
import { ignoringFault } from '../controller-manager/leaves.ts'
import { createWork, workerName, workOf } from './work.ts'
import { expectWithin } from './expect-within.ts'

/** The lease of the manager in these checks. */
export const lock = { name: 'judged-lock', namespace: 'judged-locks' } as const

/** The faults of the reference that use another lease. */
export const lockFaults = [
  ignoringFault('/Generic/LeaderElection/resourceName'),
  ignoringFault('/Generic/LeaderElection/resourceNamespace'),
] as const

/** Tolerance for a busy machine, in milliseconds. A defect changes a time by at least a second. */
export const slackMs = 300

/** Default election durations of checks, in milliseconds, as short as whole seconds of a lease permit. */
export const electionTimes = { leaseMs: 4_000, renewMs: 3_000, retryMs: 1_000 } as const

/** Returns `LeaderElection` with the given durations and the lease of these checks. */
export function electionBlock({ leaseMs, renewMs, retryMs }: ElectionTimes = electionTimes): object {
  return {
    leaderElect: true,
    leaseDuration: `${leaseMs}ms`,
    renewDeadline: `${renewMs}ms`,
    retryPeriod: `${retryMs}ms`,
    resourceLock: 'leases',
    resourceName: lock.name,
    resourceNamespace: lock.namespace,
  }
}

/** The durations of an election, in milliseconds. */
export interface ElectionTimes {
  readonly leaseMs: number
  readonly renewMs: number
  readonly retryMs: number
}

/** A candidate and the API server with its lease. */
export interface Candidate {
  readonly api: ApiServer
  readonly manager: ControllerManager
}

/** Settings of a candidate. */
export interface CandidateSpec {
  readonly times?: ElectionTimes
  /** Members of `Generic` in addition to `LeaderElection`. */
  readonly generic?: object
  /** Creates objects before the manager starts. */
  readonly prepareApi?: (api: ApiServer) => void
  /** API server that other programs also use. */
  readonly api?: ApiServer
}

/** Starts a manager that takes part in an election, with work for the leader. */
export async function startCandidate(spec: CandidateSpec = {}): Promise<Candidate> {
  const api = spec.api ?? (await checkApi())
  if (spec.api === undefined) {
    api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
    createWork(api)
  }
  spec.prepareApi?.(api)
  const manager = await startManager({
    api,
    configuration: { Generic: { LeaderElection: electionBlock(spec.times), ...spec.generic } },
    extraConfiguration: { Generic: { Controllers: [workerName('deployments')] } },
  })
  return { api, manager }
}

/** Creates a lease of another holder with a time stamp that is a year old. */
export function holdByOther(
  api: ApiServer,
  leaseMs: number,
  name: string = lock.name,
  namespace: string = lock.namespace,
): void {
  const acquireTime = microTime(Date.now() - 365 * 24 * 3_600_000)
  api.hand.create({
    apiVersion: `coordination.${dialectOf(inject('settings').target).groupDomain}/v1`,
    kind: 'Lease',
    metadata: { name, namespace },
    spec: {
      holderIdentity: 'somebody-else',
      leaseDurationSeconds: leaseMs / 1000,
      acquireTime,
      renewTime: acquireTime,
      leaseTransitions: 0,
    },
  })
}

/** Renews the lease for another holder, with a clock that is a year behind. */
export function renewForOtherHolder(api: ApiServer, name: string = lock.name): void {
  const renewTime = microTime(Date.now() - 365 * 24 * 3_600_000 + 1_000)
  api.hand.patch({ resource: leases(), namespace: lock.namespace, name }, { spec: { renewTime } })
}

/**
 * Renews the lease for another holder four times per lease duration, until the check ends or the returned function is
 * called. The check is inconclusive if it fails after the machine delayed a renewal by half a lease duration, because
 * the lease may have expired.
 */
export function renewContinually(api: ApiServer, name: string = lock.name): () => void {
  const everyMs = electionTimes.leaseMs / 4
  let [renewedAtMs, worstMs] = [nowMs(), 0]
  const timer = setInterval(() => {
    renewForOtherHolder(api, name)
    worstMs = Math.max(worstMs, nowMs() - renewedAtMs - everyMs)
    renewedAtMs = nowMs()
  }, everyMs)
  const stop = (): void => clearInterval(timer)
  currentCheck().defer(async () => stop())
  rejectJitter(() => worstMs, electionTimes.leaseMs / 2)
  return stop
}

/** Returns a lease. Default: the lease of these checks. */
export function leaseOf(api: ApiServer, name: string = lock.name): StoredObject | undefined {
  return api.hand.get({ resource: leases(), namespace: lock.namespace, name })
}

/** Reports whether any namespace has a lease, with the given name if there is one. */
export function leaseExists(api: ApiServer, name?: string): boolean {
  return api.hand.list(leases()).some(({ metadata }) => name === undefined || metadata.name === name)
}

/** Returns the holder of a lease. */
export function holderOf(api: ApiServer, name: string = lock.name): unknown {
  const { holderIdentity } = (leaseOf(api, name)?.['spec'] ?? {}) as { holderIdentity?: unknown }
  return holderIdentity
}

/** Returns the requests for a lease. */
export function requestsOfLease(api: ApiServer, name: string = lock.name): readonly ApiServerRequest[] {
  return api.journal.filter(
    (request) => request.resource === 'leases' && (request.name === name || hasName(request, name)),
  )
}

/** Returns the writes to a lease, with any method. */
export function writesOfLease(api: ApiServer, name: string = lock.name): readonly ApiServerRequest[] {
  return requestsOfLease(api, name).filter(({ verb }) => ['create', 'update', 'patch'].includes(verb))
}

/** Returns the first request of the candidate that only a leader sends. */
export function firstWork(api: ApiServer): ApiServerRequest | undefined {
  return workOf(api, 'deployments')[0]
}

/** Waits until the candidate leads, with any lease, and works. */
export async function untilLeading({ api }: Candidate, withinMs = 15_000): Promise<void> {
  const isLeading = () => leaseExists(api) && firstWork(api) !== undefined
  await expectWithin(isLeading, { withinMs, what: 'the manager led and worked' })
}

function hasName({ body }: ApiServerRequest, name: string): boolean {
  const { metadata } = (body ?? {}) as { metadata?: { name?: string } }
  return metadata?.name === name
}

/** Returns the resource of leases in the words of the target. */
export function leases(): string {
  return `leases.coordination.${dialectOf(inject('settings').target).groupDomain}`
}

function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
