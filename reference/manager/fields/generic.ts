import { elements, field, documentedField } from '../field.ts'

const secondMs = 1000
const hourMs = 3_600_000

/** Fields of GenericControllerManagerConfiguration, including all kinds inside it. */
export const genericFields = [
  field('/Generic/Port', 'int32', 10_252),
  field('/Generic/Address', 'string', '0.0.0.0'),
  field('/Generic/MinResyncPeriod', 'duration', 12 * hourMs),
  field('/Generic/ControllerStartInterval', 'duration'),
  field('/Generic/Controllers', 'strings', ['*']),
  field('/Generic/LeaderMigrationEnabled', 'bool'),
  field('/Generic/ClientConnection/orchconfig', 'string'),
  documentedField('/Generic/ClientConnection/acceptContentTypes', 'string', 'application/json'),
  field('/Generic/ClientConnection/contentType', 'string', 'application/json'),
  field('/Generic/ClientConnection/qps', 'float', 1_000),
  field('/Generic/ClientConnection/burst', 'int32', 1_000),
  field('/Generic/Debugging/enableProfiling', 'bool', true),
  field('/Generic/Debugging/enableContentionProfiling', 'bool'),
  field('/Generic/LeaderElection/leaderElect', 'bool', true),
  field('/Generic/LeaderElection/leaseDuration', 'duration', 15 * secondMs),
  field('/Generic/LeaderElection/renewDeadline', 'duration', 10 * secondMs),
  field('/Generic/LeaderElection/retryPeriod', 'duration', 2 * secondMs),
  field('/Generic/LeaderElection/resourceLock', 'string', 'leases'),
  field('/Generic/LeaderElection/resourceName', 'string', 'orch-controller-manager'),
  field('/Generic/LeaderElection/resourceNamespace', 'string', 'orch-system'),
  field('/Generic/LeaderMigration/leaderName', 'string'),
  field('/Generic/LeaderMigration/resourceLock', 'string', 'leases'),
  elements('/Generic/LeaderMigration/controllerLeaders', 'name', 'component'),
] as const
