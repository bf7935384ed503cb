import { twoConfigurations } from './two-configurations.ts'

// Two servers on one store carry all of them.
export const world = twoConfigurations()
