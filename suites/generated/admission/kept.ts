import type { PluginsCase } from './model.ts'

/** Lists and files that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, PluginsCase>> = {}
