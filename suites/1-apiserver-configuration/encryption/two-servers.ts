import { twoConfigurations } from './two-configurations.ts'

// Two servers on one store, for all suites of the group.
export const configurations = twoConfigurations()
