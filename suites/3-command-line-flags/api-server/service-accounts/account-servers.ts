import { minimalServer, plainServer, serverWithDifferences } from './fixture.ts'

// All of them need objects and tokens, so they share three servers that differ in every flag.
export const [rich, plain, minimal] = [serverWithDifferences(), plainServer(), minimalServer()]
