import type { AccountCase } from './model.ts'

/** Cases whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, AccountCase>> = {}
