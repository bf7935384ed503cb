import type { Disagreement } from '#kit/generate.ts'
import { type AgentCase, followingFlags } from './model.ts'

/** Reduces a case to the field or the gates with the disagreement. */
export function focusCase(
  { said: sourceValues, gates }: AgentCase,
  { asked: input }: Disagreement,
): AgentCase | undefined {
  const inputFlags = typeof input === 'object' && input !== null ? Object.keys(input) : []
  const [flag] = inputFlags.map((name) => (followingFlags as Readonly<Record<string, string>>)[name] ?? name)
  if (flag !== undefined && flag in sourceValues)
    return { said: { [flag]: sourceValues[flag] }, gates: { file: {}, flag: {} } }
  return { said: {}, gates }
}
