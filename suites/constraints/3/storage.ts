import type { ConstraintTable } from '../table.ts'

/** Constraints of storage, logs and the watch cache. */
export const storage: ConstraintTable = {
  document: 3,
  section: 'API server flags',
  constraints: [
    {
      kind: 'governs',
      rows: ['--encryption-provider-config-automatic-reload'],
      others: ['--encryption-provider-config'],
      says: 'The file is read again only with the flag, and then one health check covers all plugins.',
      rules: [
        'flag.encryption-provider-config-automatic-reload.on',
        'flag.encryption-provider-config-automatic-reload.off',
        'flag.encryption-provider-config-automatic-reload.health',
        'flag.encryption-provider-config-automatic-reload.invalid',
      ],
    },
    {
      kind: 'governs',
      rows: ['--encryption-provider-config-automatic-reload'],
      others: ['--authentication-config', '--authorization-config'],
      says: 'The flag concerns the encryption file.',
      reason: 'The documents do not state whether other files are read again.',
    },
    {
      kind: 'governs',
      rows: ['--endpoint-reconciler-type'],
      others: ['--advertise-address'],
      says: 'The type decides whether and how the address is an endpoint of the service.',
      rules: ['flag.endpoint-reconciler-type.endpoints'],
    },
    {
      kind: 'governs',
      rows: [
        '--etcd-compaction-interval',
        '--etcd-count-metric-poll-period',
        '--etcd-db-metric-poll-interval',
      ],
      others: ['--etcd-servers'],
      says: 'A time of 0 disables the requests.',
      rules: [
        'flag.etcd-compaction-interval.period',
        'flag.etcd-count-metric-poll-period.period',
        'flag.etcd-db-metric-poll-interval.period',
      ],
    },
    {
      kind: 'replaces',
      rows: ['--etcd-servers-overrides'],
      others: ['--etcd-servers'],
      says: 'A built-in resource is stored on its own servers, and others are not.',
      rules: [
        'flag.etcd-servers-overrides.resource',
        'flag.etcd-servers-overrides.others',
        'flag.etcd-servers-overrides.built-in-only',
        'flag.etcd-servers-overrides.several-servers',
      ],
    },
    {
      kind: 'requires',
      rows: ['--log-text-info-buffer-size', '--log-text-split-stream'],
      others: ['--feature-gates'],
      says: 'The flags need the gate of alpha options.',
      rules: ['flag.log-text-info-buffer-size.gate', 'flag.log-text-split-stream.gate'],
    },
    {
      kind: 'ignored-without',
      rows: ['--log-text-info-buffer-size'],
      others: ['--log-text-split-stream'],
      says: 'The buffer is used if the streams are split.',
      rules: ['flag.log-text-info-buffer-size.holds-back'],
    },
    {
      kind: 'at-most',
      rows: ['--log-flush-frequency'],
      others: ['--log-text-info-buffer-size'],
      says: 'A message is held back no longer than this.',
      rules: ['flag.log-flush-frequency.flushes'],
    },
    {
      kind: 'ignored-without',
      rows: ['--vmodule'],
      others: ['--logging-format'],
      says: 'The levels apply to the format text, which is the only one.',
      rules: ['flag.vmodule.effect'],
    },
    {
      kind: 'ignored-without',
      rows: ['--watch-cache-sizes'],
      others: ['--watch-cache'],
      says: 'Sizes apply with the cache; 0 disables it for a resource, and the group is part of the name.',
      rules: ['flag.watch-cache-sizes.by-resource', 'flag.watch-cache-sizes.form'],
    },
    {
      kind: 'replaces',
      rows: ['--feature-gates'],
      others: ['AllAlpha', 'AllBeta'],
      at: { section: 'Node agent feature gates (`--feature-gates`)' },
      says: 'A gate that is named has its own value, whatever its stage has.',
      rules: ['versioning.feature-gates.stages'],
    },
  ],
}
