import type { ControllersCase } from './model.ts'

/** Lists that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, ControllersCase>> = {}
