import type { ReloadCase } from './model.ts'

/** Sequences of files whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, ReloadCase>> = {}
