import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const versioning = inSection(2, 'Versioning')
const genericControllerManagerConfiguration = inSection(2, 'GenericControllerManagerConfiguration')
const { fits, governs } = constraintsOf(2, 'Top-level kinds')

/** Constraints on the two managers and the migration between them. */
export const kinds: readonly Constraint[] = [
  fits(
    [
      'OrchControllerManagerConfiguration',
      'CloudControllerManagerConfiguration',
      'LeaderMigrationConfiguration',
    ],
    versioning('v1alpha1 only'),
  )
    .says('Each program accepts its kind, in v1alpha1 of its group.')
    .by(
      'manager.file.kind',
      'manager.cloud.file.kind',
      'manager.leader-migration-file.kind',
      'manager.file.api-version',
    ),
  governs('LeaderMigrationConfiguration', [
    'OrchControllerManagerConfiguration',
    'CloudControllerManagerConfiguration',
  ])
    .says('Leadership of a controller is handed over between the two managers.')
    .by('manager.cloud.leader-migration.hand-over', 'manager.generic.leader-migration.hand-over'),
  fits('LeaderMigrationConfiguration', genericControllerManagerConfiguration('LeaderMigration'))
    .says('The kind in a separate file and the block in Generic have the same effect.')
    .by(
      'manager.leader-migration-file.hand-over',
      'manager.leader-migration-file.leads',
      'manager.leader-migration-file.lost',
      'manager.leader-migration-file.off',
    ),
  governs('ControllerLeaderConfiguration.component', 'ControllerLeaderConfiguration.name')
    .says('The component is the one that runs the controller, and an asterisk permits any.')
    .by('manager.generic.leader-migration.component', 'manager.cloud.leader-migration.component'),
  governs('resourceLock', 'leaderName')
    .says('The lock is a lease or an Endpoints object.')
    .by('manager.generic.leader-migration.resource-lock.values'),
  governs('controllerLeaders', 'leaderName')
    .says('Listed controllers wait for the second lock, and others do not.')
    .by('manager.generic.leader-migration.second-lock', 'manager.cloud.leader-migration.second-lock'),
  governs(
    'CloudControllerManagerConfiguration members.Generic',
    genericControllerManagerConfiguration(
      'Port',
      'ClientConnection',
      'LeaderElection',
      'Controllers',
      'Debugging',
      'MinResyncPeriod',
    ),
  )
    .says('The block acts in the cloud controller manager as well.')
    .by(
      'manager.cloud.generic.leads',
      'manager.cloud.generic.serves',
      'manager.cloud.generic.profiles',
      'manager.cloud.generic.client-headers',
      'manager.cloud.generic.client-limits',
      'manager.cloud.generic.resyncs',
    ),
]
