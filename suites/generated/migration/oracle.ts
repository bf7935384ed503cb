import {
  type Controller,
  type InstanceNumber,
  instanceNumbers,
  type LockName,
  type Migration,
  type MigrationCase,
} from './model.ts'

/** Holder of a lock: an instance that runs, another client, or neither. */
export type Holder = InstanceNumber | 'another client' | undefined

/** Running instances with their migration, and the holders of the locks. */
export interface Situation {
  readonly running: ReadonlyMap<InstanceNumber, Migration>
  readonly holderOf: (lock: LockName) => Holder
}

/** Returns the main lock of an instance. */
export function mainLockOf({ isMainShared }: MigrationCase, instance: InstanceNumber): LockName {
  return isMainShared ? 'main-0' : `main-${instance}`
}

/** Returns the locks that the instances of a case use. */
export function locksOf(testCase: MigrationCase): readonly LockName[] {
  return [...new Set(instanceNumbers.map((instance) => mainLockOf(testCase, instance))), 'migration']
}

/**
 * Returns the instances that must and that may run a controller. The list of the migration assigns the controller to a
 * component.
 */
export function runnersOf(
  testCase: MigrationCase,
  controller: Controller,
  { running, holderOf }: Situation,
): { readonly must: readonly InstanceNumber[]; readonly may: readonly InstanceNumber[] } {
  const holdersOf = (needsMain: boolean): readonly InstanceNumber[] =>
    instanceNumbers.filter((instance) => {
      const migration = running.get(instance)
      if (migration === undefined) return false
      const holdsMain = holderOf(mainLockOf(testCase, instance)) === instance
      if (controller === 'unlisted' || migration === 'off') return holdsMain
      if (migration === 'another component') return false
      return holderOf('migration') === instance && (holdsMain || !needsMain)
    })
  // It is open whether an instance with the lock of the migration alone runs the controllers of that lock.
  return { must: holdersOf(true), may: holdersOf(false) }
}

/** Reports whether an instance must acquire a free lock: the main lock first, then the lock of the migration. */
function mustAcquire(
  testCase: MigrationCase,
  lock: LockName,
  instance: InstanceNumber,
  situation: Situation,
): boolean {
  const migration = situation.running.get(instance)
  if (migration === undefined) return false
  if (lock !== 'migration') return mainLockOf(testCase, instance) === lock
  const runsMigrating = migration === 'any component' || migration === 'own component'
  return runsMigrating && situation.holderOf(mainLockOf(testCase, instance)) === instance
}

/** Returns the locks without a holder that an instance must still acquire. */
export function locksToAcquire(testCase: MigrationCase, situation: Situation): readonly LockName[] {
  return locksOf(testCase).filter(
    (lock) =>
      situation.holderOf(lock) === undefined &&
      instanceNumbers.some((instance) => mustAcquire(testCase, lock, instance, situation)),
  )
}
