import type { Problems } from '../config/problems.ts'
import type { Configuration } from './configuration.ts'
import { fault } from '../quirks/quirks.ts'
import type { genericFields } from './fields/generic.ts'

/** Field of the block that both kinds of managers have. */
export type GenericField = (typeof genericFields)[number]

/** Configuration with a known generic block. */
export type GenericConfiguration = Pick<Configuration<GenericField>, 'value' | 'effective'>

/** Applies the rules of document 2 to the generic block. */
export function validateGeneric(config: GenericConfiguration, problems: Problems): void {
  const isElectionEnabled = config.value('/Generic/LeaderElection/leaderElect')
  if (isElectionEnabled || fault('durations-judged-without-election')) validateElection(config, problems)
  if (config.value('/Generic/LeaderMigrationEnabled')) {
    const lock = config.value('/Generic/LeaderMigration/resourceLock')
    const path = 'Generic.LeaderMigration.resourceLock'
    const isKnownLock = lock === 'leases' || lock === 'endpoints'
    problems.require(isKnownLock, path, 'must be leases or endpoints', 'migration-lock-unchecked')
    problems.forbid(lock === 'endpoints', path, 'migration-lock-endpoints-refused')
    problems.forbid(lock === 'leases', path, 'migration-lock-leases-refused')
  }
}

function validateElection(config: GenericConfiguration, problems: Problems): void {
  const leaseMs = config.value('/Generic/LeaderElection/leaseDuration')
  const renewMs = config.value('/Generic/LeaderElection/renewDeadline')
  const path = 'Generic.LeaderElection.renewDeadline'
  const message = 'must not be longer than leaseDuration'
  problems.require(renewMs <= leaseMs, path, message, 'renew-deadline-above-lease-duration-accepted')
  problems.forbid(renewMs === leaseMs - 1, path, 'renew-deadline-just-below-refused')
  problems.forbid(renewMs === leaseMs, path, 'renew-deadline-of-lease-duration-refused')
  for (const name of ['leaseDuration', 'renewDeadline', 'retryPeriod'] as const) {
    const durationInMs = config.value(`/Generic/LeaderElection/${name}`)
    if (durationInMs <= 0) problems.add(`Generic.LeaderElection.${name}`, 'must be positive')
  }
  const hasLeases = config.value('/Generic/LeaderElection/resourceLock') === 'leases'
  const lock = 'Generic.LeaderElection.resourceLock'
  problems.require(hasLeases, lock, 'only leases can be had', 'election-lock-unchecked')
}
