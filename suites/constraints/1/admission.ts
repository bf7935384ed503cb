import type { ConstraintTable } from '../table.ts'

/** Constraints of plugin entries. */
export const admission: ConstraintTable = {
  document: 1,
  section: 'AdmissionConfiguration',
  constraints: [
    {
      kind: 'replaces',
      rows: ['configuration'],
      others: ['path'],
      says: 'An inline configuration is used and the file at the path is not.',
      rules: ['admission.entry.configuration-over-path'],
    },
    {
      kind: 'excludes',
      rows: ['plugins'],
      others: ['name'],
      says: 'Two entries of one plugin are invalid.',
      rules: ['admission.entry.repeated-plugin', 'admission.entry.one-per-plugin'],
    },
    {
      kind: 'fits',
      rows: ['name'],
      others: ['--enable-admission-plugins'],
      at: { document: 3, section: 'API server flags' },
      says: 'The name is that of a registered plugin, and an entry for a plugin that is off does not switch it on.',
      rules: ['admission.entry.name-registered', 'generated.admission.plugins'],
    },
  ],
}
