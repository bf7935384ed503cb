import type { ConstraintTable } from '../table.ts'

/** Constraints of the two managers and the migration between them. */
export const managers: ConstraintTable = {
  document: 2,
  section: 'Top-level kinds',
  constraints: [
    {
      kind: 'fits',
      rows: [
        'OrchControllerManagerConfiguration',
        'CloudControllerManagerConfiguration',
        'LeaderMigrationConfiguration',
      ],
      others: ['v1alpha1 only'],
      at: { section: 'Versioning' },
      says: 'Each program accepts its own kind, in v1alpha1 of its own group.',
      rules: [
        'manager.file.kind',
        'manager.cloud.file.kind',
        'manager.leader-migration-file.kind',
        'manager.file.api-version',
      ],
    },
    {
      kind: 'governs',
      rows: ['LeaderMigrationConfiguration'],
      others: ['OrchControllerManagerConfiguration', 'CloudControllerManagerConfiguration'],
      says: 'Leadership of a controller is handed over between the two managers.',
      rules: ['manager.cloud.leader-migration.hand-over', 'manager.generic.leader-migration.hand-over'],
    },
    {
      kind: 'fits',
      rows: ['LeaderMigrationConfiguration'],
      others: ['LeaderMigration'],
      at: { section: 'GenericControllerManagerConfiguration' },
      says: 'The kind in a file of its own and the block in Generic have one effect.',
      rules: [
        'manager.leader-migration-file.hand-over',
        'manager.leader-migration-file.leads',
        'manager.leader-migration-file.lost',
        'manager.leader-migration-file.off',
      ],
    },
    {
      kind: 'governs',
      rows: ['ControllerLeaderConfiguration.component'],
      others: ['ControllerLeaderConfiguration.name'],
      says: 'The component is the one that runs the controller, and an asterisk permits any.',
      rules: ['manager.generic.leader-migration.component', 'manager.cloud.leader-migration.component'],
    },
    {
      kind: 'governs',
      rows: ['resourceLock'],
      others: ['leaderName'],
      says: 'The lock is a lease or an Endpoints object.',
      rules: ['manager.generic.leader-migration.resource-lock.values'],
    },
    {
      kind: 'governs',
      rows: ['controllerLeaders'],
      others: ['leaderName'],
      says: 'Listed controllers wait for the second lock, and others do not.',
      rules: ['manager.generic.leader-migration.second-lock', 'manager.cloud.leader-migration.second-lock'],
    },
    {
      kind: 'governs',
      rows: ['CloudControllerManagerConfiguration members.Generic'],
      others: ['Port', 'ClientConnection', 'LeaderElection', 'Controllers', 'Debugging', 'MinResyncPeriod'],
      at: { section: 'GenericControllerManagerConfiguration' },
      says: 'The block acts in the cloud controller manager as well.',
      rules: [
        'manager.cloud.generic.leads',
        'manager.cloud.generic.serves',
        'manager.cloud.generic.profiles',
        'manager.cloud.generic.client-headers',
        'manager.cloud.generic.client-limits',
        'manager.cloud.generic.resyncs',
      ],
    },
  ],
}
