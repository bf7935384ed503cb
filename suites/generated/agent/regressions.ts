import type { AgentCase } from './model.ts'

/** Sources whose result once differed from the documents, by subject. */
export const regressions: Readonly<Record<string, AgentCase>> = {}
