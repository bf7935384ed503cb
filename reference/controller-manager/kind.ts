import { isIP } from 'node:net'
import type { Problems } from '../config/problems.ts'
import type { Configuration } from '../manager/configuration.ts'
import { validateGeneric } from '../manager/kind.ts'
import type { ConfigurationKind } from '../manager/read-configuration.ts'
import { controllerManagerFields } from './fields/table.ts'

/** Field of the controller manager's kind. */
export type ControllerManagerField = (typeof controllerManagerFields)[number]

/** Kind OrchControllerManagerConfiguration. */
export const controllerManagerKind: ConfigurationKind<ControllerManagerField> = {
  kind: 'OrchControllerManagerConfiguration',
  group: 'orchcontrollermanager.config.orch.io',
  component: 'orch-controller-manager',
  fields: controllerManagerFields,
  openBlocks: ['DeprecatedController'],
  validate(config, problems) {
    validateGeneric(config, problems)
    validateServiceRanges(config, problems)
  },
}

function validateServiceRanges(config: Configuration<ControllerManagerField>, problems: Problems): void {
  const firstCidr = config.value('/NodeIPAMController/ServiceCIDR')
  const secondCidr = config.value('/NodeIPAMController/SecondaryServiceCIDR')
  if (firstCidr === '' || secondCidr === '') return
  const isDualStack = familyOf(firstCidr) !== familyOf(secondCidr)
  const path = 'NodeIPAMController.SecondaryServiceCIDR'
  const message = 'must be of another IP family than ServiceCIDR'
  problems.require(isDualStack, path, message, 'second-service-range-of-same-family-accepted')
  problems.forbid(isDualStack, path, 'second-service-range-refused')
}

const familyOf = (range: string) => isIP(range.split('/')[0] ?? '')
