import { type Flag, type FlagType, flag } from '../../flags/flag.ts'

/** A flag of the node agent; most of them are fields of its configuration file as well. */
export interface AgentFlag<Name extends string = string> extends Flag<Name> {
  /** Where the file has the same thing (RFC 6901). */
  readonly field?: string | undefined
}

/** The largest value of 32 bits. */
export const int32Max = 2 ** 31 - 1

/** Makes a flag of the node agent. */
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
