import type { ElectionCase } from './model.ts'

/** Courses whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, ElectionCase>> = {}
