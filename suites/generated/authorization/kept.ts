import type { ChainCase } from './model.ts'

/** Chains that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, ChainCase>> = {}
