import type { AgentCase } from './model.ts'

/** Sources that once came out otherwise than the documents say, by what they are about. */
export const kept: Readonly<Record<string, AgentCase>> = {}
