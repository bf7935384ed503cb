/** Where the settings of a migration stand: inside `Generic`, or in a file of their own. Both act alike. */
export type Place = 'generic' | 'file'

/** How the rules of a place are named, what tells their rows apart, and what a manager is given for it. */
export const places = {
  generic: { id: (name: string) => `manager.generic.${name}`, aspect: {}, given: {} },
  file: {
    id: (name: string) =>
      `manager.leader-migration-file.${name.replace(/^leader-migration(-enabled)?\./, '')}`,
    aspect: { aspect: 'in a file' },
    given: { inFile: true },
  },
} as const
