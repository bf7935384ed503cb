import type { EgressCase } from './model.ts'

/** Selections and issuers whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, EgressCase>> = {}
