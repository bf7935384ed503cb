import type { PluginsCase } from './model.ts'

/** Lists and files whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, PluginsCase>> = {}
