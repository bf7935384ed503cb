import type { ElectionCase } from './model.ts'

/** Courses whose result once differed from the documents, by subject. */
export const kept: Readonly<Record<string, ElectionCase>> = {}
