import type { Disagreement } from '#kit/generate.ts'
import { type AgentCase, following } from './model.ts'

/** Reduces a case to the field or the gates with the disagreement. */
export function focused(
  { said: sourceValues, gates }: AgentCase,
  { asked: input }: Disagreement,
): AgentCase | undefined {
  const named = typeof input === 'object' && input !== null ? Object.keys(input) : []
  const [flag] = named.map((name) => (following as Readonly<Record<string, string>>)[name] ?? name)
  if (flag !== undefined && flag in sourceValues)
    return { said: { [flag]: sourceValues[flag] }, gates: { file: {}, flag: {} } }
  return { said: {}, gates }
}
