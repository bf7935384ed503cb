import type { EgressCase } from './model.ts'

/** Selections and issuers that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, EgressCase>> = {}
