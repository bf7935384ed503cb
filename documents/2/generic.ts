import { keys, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { generic as between } from './between/generic.ts'

export const generic: Section = {
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  rows: [
    ...keys(
      'Port',
      'Address',
      'MinResyncPeriod',
      'ClientConnection',
      'ControllerStartInterval',
      'LeaderElection',
      'Controllers',
      'Debugging',
      'LeaderMigrationEnabled',
      'LeaderMigration',
      'orchconfig',
      'acceptContentTypes',
      'contentType',
      'qps',
      'burst',
      'DebuggingConfiguration.enableProfiling',
      'DebuggingConfiguration.enableContentionProfiling',
      'leaderElect',
      'leaseDuration',
      'renewDeadline',
      'retryPeriod',
      'resourceLock',
      'resourceName',
      'resourceNamespace',
    ),
    ...sentences('the three durations'),
  ],
  between,
}
