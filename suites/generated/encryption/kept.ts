import type { AtRestCase } from './model.ts'

/** Configurations whose result once differed from the documents, by subject. */
export const kept: Readonly<Record<string, AtRestCase>> = {}
