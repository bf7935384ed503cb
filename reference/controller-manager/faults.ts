import type { QuirkList } from '../quirks/quirks.ts'
import { managerFaults, perFieldFaults } from '../manager/faults.ts'
import { controllerManagerFields } from './fields/table.ts'
import { namedFaults } from './named-faults.ts'

/** All deliberate defects of the controller manager with the violated field and the effect. */
export const controllerManagerFaults: QuirkList = {
  ...managerFaults,
  ...namedFaults,
  ...perFieldFaults(controllerManagerFields),
}
