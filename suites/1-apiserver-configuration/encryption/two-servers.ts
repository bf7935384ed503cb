import { twoConfigurations } from './two-configurations.ts'

// All suites use two servers on one store.
export const configurations = twoConfigurations()
