import type { QuirkList } from '../quirks/quirks.ts'
import { managerFaults, perFieldFaults } from '../manager/faults.ts'
import { controllerManagerFields } from './fields/table.ts'
import { namedFaults } from './named-faults.ts'

/** All faults of the controller manager, each with the field that it breaks and its effect. */
export const controllerManagerFaults: QuirkList = {
  ...managerFaults,
  ...namedFaults,
  ...perFieldFaults(controllerManagerFields),
}
