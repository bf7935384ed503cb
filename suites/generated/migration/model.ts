/** The two instances of the controller manager. */
export const instanceNumbers = [0, 1] as const
export type InstanceNumber = (typeof instanceNumbers)[number]

/** Leader migration of an instance: off, or the component that the list gives the migrating controller to. */
export const migrations = ['off', 'any component', 'own component', 'another component'] as const
export type Migration = (typeof migrations)[number]

/** Locks of a case. If the instances share the main lock, it is `main-0`. */
export const lockNames = ['main-0', 'main-1', 'migration'] as const
export type LockName = (typeof lockNames)[number]

/** The migrating controller, which the list names, and another controller. */
export type Controller = 'migrating' | 'unlisted'

/** Action on the instances and their locks. An action that changes nothing has no effect. */
export type MigrationAction =
  /** Starts an instance, or restarts a running instance with other settings. */
  | { readonly what: 'start'; readonly instance: InstanceNumber; readonly migration: Migration }
  | { readonly what: 'terminate' | 'kill'; readonly instance: InstanceNumber }
  /** Removes a lock, gives a lock to another client that renews it, or ends these renewals with a last one. */
  | { readonly what: 'remove' | 'steal' | 'give back'; readonly lock: LockName }

/** Two instances and the actions after their start. */
export interface MigrationCase {
  readonly isMainShared: boolean
  readonly migrations: readonly [Migration, Migration]
  readonly actions: readonly MigrationAction[]
}
