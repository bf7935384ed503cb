import type { Start } from '../program/program.ts'
import { fault } from '../quirks/quirks.ts'
import { elements, field, type FieldType, type ValueOf } from './field.ts'
import { type ConfigurationKind, readConfiguration } from './read-configuration.ts'

const fields = [
  field('/leaderName', 'string'),
  field('/resourceLock', 'string', 'leases'),
  elements('/controllerLeaders', 'name', 'component'),
] as const

/** LeaderMigrationConfiguration in a separate file. */
const migrationKind: ConfigurationKind<(typeof fields)[number]> = {
  kind: 'LeaderMigrationConfiguration',
  group: 'controllermanager.config.orch.io',
  component: '',
  fields,
  openBlocks: [],
  // The values are validated where they take effect.
  validate: () => {},
}

/**
 * Returns the content of the leader migration file, by the pointers of the block that it replaces. Throws a Refusal.
 */
export async function readMigrationFile({ flags }: Start): Promise<ReadonlyMap<string, ValueOf[FieldType]>> {
  const file = flags.string('leader-migration-config')
  if (file === undefined || fault('migration-file-ignored')) return new Map()
  const config = await readConfiguration(file, migrationKind)
  return new Map(
    fields.map(({ pointer }) => [`/Generic/LeaderMigration${pointer}`, config.value(pointer)] as const),
  )
}
