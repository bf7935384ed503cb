import type { PolicyCase } from './model.ts'

/** Policies whose result once differed, by subject. */
export const regressions: Readonly<Record<string, PolicyCase>> = {}
