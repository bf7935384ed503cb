import type { ChainCase } from './model.ts'

/** Chains whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, ChainCase>> = {}
