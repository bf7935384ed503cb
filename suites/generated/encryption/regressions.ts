import type { AtRestCase } from './model.ts'

/** Configurations whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, AtRestCase>> = {}
