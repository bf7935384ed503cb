import type { Disagreement } from '#kit/generate.ts'
import { type AgentCase, following } from './model.ts'

/** Reduces a case to the field or the gates with the disagreement. */
export function focused({ said, gates }: AgentCase, { asked }: Disagreement): AgentCase | undefined {
  const named = typeof asked === 'object' && asked !== null ? Object.keys(asked) : []
  const [flag] = named.map((name) => (following as Readonly<Record<string, string>>)[name] ?? name)
  if (flag !== undefined && flag in said)
    return { said: { [flag]: said[flag] }, gates: { file: {}, flag: {} } }
  return { said: {}, gates }
}
