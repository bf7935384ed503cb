import type { QuirkList } from '../quirks/arguments.ts'
import { managerFaults, perFieldFaults } from '../manager/faults.ts'
import { controllerFaults } from '../manager/controller-faults.ts'
import { controllerManagerFields } from './fields/table.ts'

/** All deliberate defects of the controller manager with the violated field and the effect. */
export const controllerManagerFaults: QuirkList = {
  ...managerFaults,
  ...controllerFaults,
  ...perFieldFaults(controllerManagerFields),
}
