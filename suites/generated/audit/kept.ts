import type { PolicyCase } from './model.ts'

/** Policies whose result once differed, by subject. */
export const kept: Readonly<Record<string, PolicyCase>> = {}
