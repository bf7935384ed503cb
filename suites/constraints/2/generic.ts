import type { ConstraintTable } from '../table.ts'

/** Constraints of the block that both managers have. */
export const generic: ConstraintTable = {
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  constraints: [
    {
      kind: 'ignored-without',
      rows: ['LeaderMigration'],
      others: ['LeaderMigrationEnabled'],
      says: 'Without the switch, the settings have no effect.',
      rules: ['manager.generic.leader-migration-enabled.off', 'manager.cloud.leader-migration.off'],
    },
    {
      kind: 'governs',
      rows: ['resourceLock'],
      others: ['resourceName', 'resourceNamespace'],
      says: 'The lock is the object of this type, name and namespace.',
      rules: ['manager.generic.leader-election.resource.named'],
    },
    {
      kind: 'governs',
      rows: ['leaderElect'],
      others: ['Controllers'],
      says: 'With election, no controller runs before the lease is acquired.',
      rules: ['manager.generic.leader-election.leader-elect.first'],
    },
    {
      kind: 'ignored-without',
      rows: ['leaseDuration', 'renewDeadline', 'retryPeriod'],
      others: ['leaderElect'],
      says: 'The three durations apply with election alone.',
      rules: ['manager.generic.leader-election.leader-elect.off'],
    },
    {
      kind: 'at-most',
      rows: ['renewDeadline'],
      others: ['leaseDuration'],
      says: 'The deadline is the duration of the lease or less.',
      rules: ['manager.generic.leader-election.renew-deadline.at-most-lease-duration'],
    },
    {
      kind: 'governs',
      rows: ['retryPeriod'],
      others: ['leaderElect'],
      says: 'Attempts to acquire or renew the lease are this far apart.',
      rules: ['manager.generic.leader-election.retry-period.waits'],
    },
    {
      kind: 'replaces',
      rows: ['Controllers'],
      others: ['Controllers'],
      says: 'The first item for a controller is the one that applies.',
      rules: [
        'manager.generic.controllers.list',
        'manager.generic.controllers.each',
        'generated.manager.controllers',
      ],
    },
    {
      kind: 'ignored-without',
      rows: ['DebuggingConfiguration.enableContentionProfiling'],
      others: ['DebuggingConfiguration.enableProfiling'],
      says: 'Block profiling needs profiling.',
      rules: ['manager.generic.debugging.enable-contention-profiling.serves'],
    },
    {
      kind: 'governs',
      rows: ['DebuggingConfiguration.enableProfiling'],
      others: ['Address', 'Port'],
      says: 'Profiles are served at the address and port of the manager.',
      rules: ['manager.generic.debugging.enable-profiling.serves'],
    },
    {
      kind: 'at-most',
      rows: ['MinResyncPeriod'],
      others: ['MinResyncPeriod'],
      at: { section: 'Limits' },
      says: 'A period lies between the value and twice the value.',
      rules: ['manager.generic.min-resync-period.resyncs'],
    },
    {
      kind: 'replaces',
      rows: ['acceptContentTypes'],
      others: ['ClientConnection'],
      says: 'The value replaces the default header on every connection of the client.',
      rules: [
        'manager.generic.client-connection.accept-content-types.sent',
        'manager.generic.client-connection.accept-content-types.default',
      ],
    },
    {
      kind: 'governs',
      rows: ['burst'],
      others: ['qps'],
      says: 'Queries up to the burst exceed the rate.',
      rules: [
        'manager.generic.client-connection.qps.limits',
        'manager.generic.client-connection.burst.limits',
      ],
    },
    {
      kind: 'governs',
      rows: ['Address'],
      others: ['Port'],
      says: 'The address 0.0.0.0 is every interface.',
      rules: ['manager.generic.address.serves'],
    },
  ],
}
