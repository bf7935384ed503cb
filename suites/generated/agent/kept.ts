import type { AgentCase } from './model.ts'

/** Sources whose result once differed from the documents, by subject. */
export const kept: Readonly<Record<string, AgentCase>> = {}
