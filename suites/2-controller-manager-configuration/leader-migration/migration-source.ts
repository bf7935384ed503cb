/**
 * Location of the migration settings: inside `Generic`, or in a separate file. Both locations have the same effect.
 */
export type MigrationSource = 'generic' | 'file'

/** Rule ids, row aspects and configuration of each location. */
export const migrationSources = {
  generic: { id: (name: string) => `manager.generic.${name}`, aspect: {}, given: {} },
  file: {
    id: (name: string) =>
      `manager.leader-migration-file.${name.replace(/^leader-migration(-enabled)?\./, '')}`,
    aspect: { aspect: 'in a file' },
    given: { inFile: true },
  },
} as const
