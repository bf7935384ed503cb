import type { PolicyCase } from './model.ts'

/** Policies that once came out otherwise than they say, by what they are about. */
export const kept: Readonly<Record<string, PolicyCase>> = {}
