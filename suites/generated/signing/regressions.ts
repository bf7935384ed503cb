import type { SigningCase } from './model.ts'

/** Sequences whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, SigningCase>> = {}
