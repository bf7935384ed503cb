import { type Flag, type FlagType, flag } from '../../flags/flag.ts'

/** Flag of the node agent. Most flags are also fields of its configuration file. */
export interface AgentFlag<Name extends string = string> extends Flag<Name> {
  /** Location of the same setting in the file (RFC 6901). */
  readonly field?: string | undefined
}

/** Largest 32-bit signed integer. */
export const int32Max = 2 ** 31 - 1

/** Creates a flag of the node agent. */
export function agentFlag<const Name extends string>(
  name: Name,
  type: FlagType,
  summary: string,
  {
    field,
    ...more
  }: Partial<
    Pick<AgentFlag, 'default' | 'short' | 'oneOf' | 'range' | 'deprecated' | 'details' | 'field'>
  > = {},
): AgentFlag<Name> {
  return { ...flag(name, type, summary, more), field }
}
