import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const limits = inSection(2, 'Limits')
const { ignoredWithout, governs, atMost, replaces } = constraintsOf(
  2,
  'GenericControllerManagerConfiguration',
)

/** Constraints on the block that both managers have. */
export const generic: readonly Constraint[] = [
  ignoredWithout('LeaderMigration', 'LeaderMigrationEnabled')
    .says('Without the switch, the settings have no effect.')
    .by('manager.generic.leader-migration-enabled.off', 'manager.cloud.leader-migration.off'),
  governs('resourceLock', ['resourceName', 'resourceNamespace'])
    .says('The lock is the object of this type, name and namespace.')
    .by('manager.generic.leader-election.resource.named'),
  governs('leaderElect', 'Controllers')
    .says('With election, no controller runs before the lease is acquired.')
    .by('manager.generic.leader-election.leader-elect.first'),
  ignoredWithout(['leaseDuration', 'renewDeadline', 'retryPeriod'], 'leaderElect')
    .says('The three durations apply with election alone.')
    .by('manager.generic.leader-election.leader-elect.off'),
  atMost('renewDeadline', 'leaseDuration')
    .says('The deadline is the duration of the lease or less.')
    .by('manager.generic.leader-election.renew-deadline.at-most-lease-duration'),
  governs('retryPeriod', 'leaderElect')
    .says('Attempts to acquire or renew the lease are this far apart.')
    .by('manager.generic.leader-election.retry-period.waits'),
  replaces('Controllers', 'Controllers')
    .says('The first item for a controller is the one that applies.')
    .by(
      'manager.generic.controllers.list',
      'manager.generic.controllers.each',
      'generated.manager.controllers',
    ),
  ignoredWithout('DebuggingConfiguration.enableContentionProfiling', 'DebuggingConfiguration.enableProfiling')
    .says('Block profiling needs profiling.')
    .by('manager.generic.debugging.enable-contention-profiling.serves'),
  governs('DebuggingConfiguration.enableProfiling', ['Address', 'Port'])
    .says('Profiles are served at the address and port of the manager.')
    .by('manager.generic.debugging.enable-profiling.serves'),
  atMost('MinResyncPeriod', limits('MinResyncPeriod'))
    .says('A period lies between the value and twice the value.')
    .by('manager.generic.min-resync-period.resyncs'),
  replaces('acceptContentTypes', 'ClientConnection')
    .says('The value replaces the default header on every connection of the client.')
    .by(
      'manager.generic.client-connection.accept-content-types.sent',
      'manager.generic.client-connection.accept-content-types.default',
    ),
  governs('burst', 'qps')
    .says('Queries up to the burst exceed the rate.')
    .by('manager.generic.client-connection.qps.limits', 'manager.generic.client-connection.burst.limits'),
  governs('Address', 'Port')
    .says('The address 0.0.0.0 is every interface.')
    .by('manager.generic.address.serves'),
]
