import type { AnonymousCase } from './model.ts'

/** Conditions and targets whose result once differed from the documents, by subject. */
export const kept: Readonly<Record<string, AnonymousCase>> = {}
