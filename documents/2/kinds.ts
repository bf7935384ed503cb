import { blockAt } from '../leaves.ts'
import { sentence, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { kinds as ofKinds } from './between/kinds.ts'
import { service as ofService } from './between/service.ts'

const cloud = { program: 'cloud-controller-manager' } as const
const cloudRow = blockAt('', 'CloudControllerManagerConfiguration members.')
const migration = blockAt('/Generic/LeaderMigration')

export const service: Section = {
  document: 2,
  section: 'What the service does',
  rows: [
    ...sentences('control loops and their blocks'),
    sentence('cloud loops', cloud),
    ...sentences('leader migration', 'every field is required', 'durations'),
  ],
  between: ofService,
}

export const kinds: Section = {
  document: 2,
  section: 'Top-level kinds',
  rows: [
    { key: 'CloudControllerManagerConfiguration', ...cloud },
    { key: 'OrchControllerManagerConfiguration' },
    { key: 'LeaderMigrationConfiguration' },
    { key: 'CloudControllerManagerConfiguration members.Generic', ...cloud },
    { key: 'CloudControllerManagerConfiguration members.OrchCloudShared', ...cloud },
    { key: 'CloudControllerManagerConfiguration members.NodeController', ...cloud },
    { key: 'CloudControllerManagerConfiguration members.ServiceController', ...cloud },
    cloudRow('NodeStatusUpdateFrequency', 'duration', '5m0s', ['51s', '52.5s'], cloud),
    { key: 'CloudControllerManagerConfiguration members.Webhook', ...cloud },
    migration('leaderName', 'string', 'judged-migration', ['migration-a', 'migration-b']),
    migration('resourceLock', 'string', 'leases', ['leases', 'endpoints']),
    migration(
      'controllerLeaders',
      'objects',
      [],
      [
        [{ name: 'service-controller', component: '*' }],
        [
          { name: 'route-controller', component: 'elsewhere' },
          { name: 'cloud-node-controller', component: 'here' },
        ],
      ],
      { members: ['name', 'component'] },
    ),
    { key: 'ControllerLeaderConfiguration.name' },
    { key: 'ControllerLeaderConfiguration.component' },

    ...sentences('members of OrchControllerManagerConfiguration'),
  ],
  between: ofKinds,
}
