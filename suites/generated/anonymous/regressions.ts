import type { AnonymousCase } from './model.ts'

/** Conditions and targets whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, AnonymousCase>> = {}
