import type { ControllersCase } from './model.ts'

/** Lists whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, ControllersCase>> = {}
