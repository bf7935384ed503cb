import type { MigrationCase } from './model.ts'

/** Sequences whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, MigrationCase>> = {}
