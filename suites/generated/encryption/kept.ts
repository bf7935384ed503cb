import type { AtRestCase } from './model.ts'

/** Configurations that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, AtRestCase>> = {}
