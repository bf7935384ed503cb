import type { ConstraintTable } from '../table.ts'

/** Constraints of profiles, plugins, metrics and versions. */
export const features: ConstraintTable = {
  document: 3,
  section: 'API server flags',
  constraints: [
    {
      kind: 'replaces',
      rows: ['--allow-metric-labels'],
      others: ['--allow-metric-labels-manifest'],
      says: 'The flag is used in place of the file.',
      rules: ['flag.allow-metric-labels-manifest.values'],
    },
    {
      kind: 'ignored-without',
      rows: ['--contention-profiling'],
      others: ['--profiling'],
      says: 'Block profiling needs profiling.',
      rules: ['flag.contention-profiling.samples'],
    },
    {
      kind: 'governs',
      rows: ['--debug-socket-path'],
      others: ['--profiling'],
      says: 'The socket serves profiles without authentication.',
      rules: ['flag.debug-socket-path.serves'],
    },
    {
      kind: 'requires',
      rows: [
        '--coordinated-leadership-lease-duration',
        '--coordinated-leadership-renew-deadline',
        '--coordinated-leadership-retry-period',
      ],
      others: ['--feature-gates'],
      says: 'The three flags apply with coordinated election alone.',
      rules: ['flag.coordinated-leadership-lease-duration.length'],
    },
    {
      kind: 'at-most',
      rows: ['--coordinated-leadership-renew-deadline'],
      others: ['--coordinated-leadership-lease-duration'],
      says: 'The deadline ends the attempts to renew a lease.',
      rules: ['flag.coordinated-leadership-renew-deadline.meaning'],
    },
    {
      kind: 'governs',
      rows: ['--enable-admission-plugins', '--disable-admission-plugins'],
      others: ['NamespaceLifecycle'],
      at: {
        section: 'Admission plugins (for `--enable-admission-plugins` and `--disable-admission-plugins`)',
      },
      says: 'The lists add to the plugins that are on by default and take from them, in any order.',
      rules: [
        'flag.enable-admission-plugins.switches-on',
        'flag.enable-admission-plugins.keeps-defaults',
        'flag.enable-admission-plugins.order',
        'flag.disable-admission-plugins.switches-off',
        'flag.disable-admission-plugins.order',
      ],
    },
    {
      kind: 'excludes',
      rows: ['--enable-admission-plugins'],
      others: ['--disable-admission-plugins'],
      says: 'The effect of a plugin in both lists is open.',
      rules: ['flag.enable-admission-plugins.in-both-lists'],
    },
    {
      kind: 'replaces',
      rows: ['--disabled-metrics'],
      others: ['--show-hidden-metrics-for-version'],
      says: 'A disabled metric stays away even if hidden metrics are shown.',
      rules: ['flag.disabled-metrics.gone'],
    },
    {
      kind: 'requires',
      rows: ['--emulation-forward-compatible'],
      others: ['--emulated-version'],
      says: 'The flag is valid only below the version of the binary.',
      rules: ['flag.emulation-forward-compatible.below-own-version'],
    },
    {
      kind: 'governs',
      rows: ['--emulation-forward-compatible'],
      others: ['--emulated-version'],
      says: 'Newer versions come for APIs that are on, and that are beta or better.',
      rules: ['flag.emulation-forward-compatible.newer-versions'],
    },
    {
      kind: 'requires',
      rows: ['--runtime-config-emulation-forward-compatible'],
      others: ['--emulated-version'],
      says: 'The flag is valid only below the version of the binary.',
      rules: ['flag.runtime-config-emulation-forward-compatible.below-own-version'],
    },
    {
      kind: 'requires',
      rows: ['--runtime-config'],
      others: ['--runtime-config-emulation-forward-compatible'],
      says: 'An API that is newer than the emulated version needs the flag, and without it the server does not start.',
      rules: [
        'flag.runtime-config.not-above-emulated-version',
        'flag.runtime-config-emulation-forward-compatible.installed',
      ],
    },
  ],
}
