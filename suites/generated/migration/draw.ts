import { type Arbitrary, array, boolean, oneof, record, tuple } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { instanceNumbers, lockNames, type MigrationAction, type MigrationCase, migrations } from './model.ts'

const migration = oneOf(migrations)
const instance = oneOf(instanceNumbers)

const action: Arbitrary<MigrationAction> = oneof(
  record({ what: oneOf(['remove', 'steal', 'give back']), lock: oneOf(lockNames) }),
  record({ what: oneOf(['terminate', 'kill']), instance }),
  record({ what: oneOf(['start']), instance, migration }),
)

/** Sequences of actions on two instances and their locks. */
export const migrationCases: Arbitrary<MigrationCase> = record({
  isMainShared: boolean(),
  migrations: tuple(migration, migration),
  actions: array(action, { minLength: 3, maxLength: 4 }),
})
