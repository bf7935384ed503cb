import type { QuirkList } from '../quirks/arguments.ts'
import { managerFaults, perFieldFaults } from '../manager/faults.ts'
import { controllerFaults } from '../manager/loop-faults.ts'
import { controllerManagerFields } from './fields/table.ts'

/** Every deliberate defect of the controller manager with the field it breaks and how. */
export const controllerManagerFaults: QuirkList = {
  ...managerFaults,
  ...controllerFaults,
  ...perFieldFaults(controllerManagerFields),
}
