import type { AnonymousCase } from './model.ts'

/** Conditions and targets that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, AnonymousCase>> = {}
