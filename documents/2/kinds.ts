import { all, keys, sentence, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { kinds as ofKinds } from './between/kinds.ts'
import { service as ofService } from './between/service.ts'

const cloud = { program: 'cloud-controller-manager' } as const

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
    ...all(cloud, keys('CloudControllerManagerConfiguration')),
    ...keys('OrchControllerManagerConfiguration', 'LeaderMigrationConfiguration'),
    ...all(
      cloud,
      keys(
        'CloudControllerManagerConfiguration members.Generic',
        'CloudControllerManagerConfiguration members.OrchCloudShared',
        'CloudControllerManagerConfiguration members.NodeController',
        'CloudControllerManagerConfiguration members.ServiceController',
        'CloudControllerManagerConfiguration members.NodeStatusUpdateFrequency',
        'CloudControllerManagerConfiguration members.Webhook',
      ),
    ),
    ...keys(
      'leaderName',
      'resourceLock',
      'controllerLeaders',
      'ControllerLeaderConfiguration.name',
      'ControllerLeaderConfiguration.component',
    ),
    ...sentences('members of OrchControllerManagerConfiguration'),
  ],
  between: ofKinds,
}
