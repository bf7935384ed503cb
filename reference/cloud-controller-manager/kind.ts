import { validateGeneric } from '../manager/kind.ts'
import type { ConfigurationKind } from '../manager/read-configuration.ts'
import { cloudManagerFields } from './fields.ts'

const hourMs = 3_600_000

/** Field of the cloud controller manager's kind. */
export type CloudManagerField = (typeof cloudManagerFields)[number]

/** Kind CloudControllerManagerConfiguration. */
export const cloudManagerKind: ConfigurationKind<CloudManagerField> = {
  kind: 'CloudControllerManagerConfiguration',
  group: 'cloudcontrollermanager.config.orch.io',
  component: 'cloud-controller-manager',
  fields: cloudManagerFields,
  openBlocks: [],
  validate(config, problems) {
    validateGeneric(config, problems)
    const isOutOfRange = config.value('/NodeStatusUpdateFrequency') >= hourMs
    problems.forbid(isOutOfRange, 'NodeStatusUpdateFrequency', 'long-frequency-refused')
  },
}
