import { minimalServer, plainServer, serverWithDifferences } from './fixture.ts'

// Servers of all suites of the group, which differ in every flag.
export const [richServer, serverWithoutLists, serverWithRequiredFlags] = [
  serverWithDifferences(),
  plainServer(),
  minimalServer(),
]
