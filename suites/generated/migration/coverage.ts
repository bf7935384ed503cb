import { instanceNumbers, lockNames, type MigrationAction, type MigrationCase, migrations } from './model.ts'

/** Returns the coverage of a case: each kind of action with its lock or migration, and the settings of both starts. */
export function coverageOf({ isMainShared, migrations: initial, actions }: MigrationCase): readonly string[] {
  return [
    isMainShared ? 'one main lock' : 'two main locks',
    ...initial.map((migration) => `first start: ${migration}`),
    ...actions.map(nameOf),
  ]
}

function nameOf(action: MigrationAction): string {
  if ('lock' in action) return `${action.what} ${action.lock}`
  return action.what === 'start' ? `start: ${action.migration}` : `${action.what} ${action.instance}`
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'one main lock',
  'two main locks',
  ...['first start', 'start'].flatMap((start) => migrations.map((migration) => `${start}: ${migration}`)),
  ...['terminate', 'kill'].flatMap((what) => instanceNumbers.map((instance) => `${what} ${instance}`)),
  ...['remove', 'steal', 'give back'].flatMap((what) => lockNames.map((lock) => `${what} ${lock}`)),
]
