import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const apiServerFlags = inSection(3, 'API server flags')
const { replaces, excludes, fits } = constraintsOf(1, 'AdmissionConfiguration')

/** Constraints on plugin entries. */
export const admission: readonly Constraint[] = [
  replaces('configuration', 'path')
    .says('An inline configuration is used and the file at the path is not.')
    .by('admission.entry.configuration-over-path'),
  excludes('plugins', 'name')
    .says('Two entries of one plugin are invalid.')
    .by('admission.entry.repeated-plugin', 'admission.entry.one-per-plugin'),
  fits('name', apiServerFlags('--enable-admission-plugins'))
    .says(
      'The name is that of a registered plugin, and an entry for a plugin that is off does not switch it on.',
    )
    .by('admission.entry.name-registered', 'generated.admission.plugins'),
]
