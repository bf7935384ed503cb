import { fault } from '../quirks/quirks.ts'
import type { GenericConfiguration } from './kind.ts'

/** Locks that the controllers of a manager must hold while some controllers migrate to another manager. */
export interface Migration {
  /** Name of the lease that guards the migration. */
  readonly leaderName: string
  /** Resource type of the lock. */
  readonly lock: 'leases' | 'endpoints'
  /** Reports whether a controller runs as soon as the manager itself leads. */
  readonly runsByMainLock: (controller: string) => boolean
  /** Reports whether a controller runs only while the manager also holds the migration lock. */
  readonly runsByMigrationLock: (controller: string) => boolean
}

/** Returns the `LeaderMigration` settings for the named component, or `undefined` when migration is off. */
export function migrationOf(config: GenericConfiguration, component: string): Migration | undefined {
  if (!config.value('/Generic/LeaderMigrationEnabled') && !fault('migration-although-disabled'))
    return undefined
  const componentsByController = new Map(
    config
      .value('/Generic/LeaderMigration/controllerLeaders')
      .slice(0, fault('migration-first-entry-alone') ? 1 : undefined)
      .map((leader) => [leader['name'], leader['component']]),
  )
  const isOfThisManager = (name: string): boolean => {
    const assignedComponent = componentsByController.get(name)
    if (assignedComponent === '*') return !fault('migration-star-not-matched')
    return assignedComponent === component || fault('migration-component-ignored')
  }
  const isMigrated = (name: string) =>
    componentsByController.has(name) || fault('migration-for-all-controllers')
  const usesEndpointsLock = config.value('/Generic/LeaderMigration/resourceLock') === 'endpoints'
  return {
    lock: usesEndpointsLock && !fault('migration-lock-always-leases') ? 'endpoints' : 'leases',
    leaderName: config.value('/Generic/LeaderMigration/leaderName'),
    runsByMainLock: (name) =>
      !isMigrated(name) || (isOfThisManager(name) && fault('migration-lock-not-awaited')),
    runsByMigrationLock: (name) =>
      componentsByController.has(name) && isOfThisManager(name) && !fault('migration-lock-not-awaited'),
  }
}
