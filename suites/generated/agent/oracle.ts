import type { SourcedValue } from '../../3-command-line-flags/node-agent/sources/sourced.ts'
import { type AgentCase, gateNames, type Said } from './model.ts'

/**
 * What is in effect for a field: a flag wins over drop-in files, these over the file, and that over the default.
 * @returns nothing where nobody says anything and the documents name no default
 */
export function effective(
  { file, dropIn, flag }: Said,
  byDefault: SourcedValue | undefined,
): SourcedValue | undefined {
  return flag ?? dropIn ?? file ?? byDefault
}

/** Whether a gate is on: as the flag names it, or the file, or what switches its whole stage, or its default. */
export function isGateOn({ gates }: AgentCase, name: string, byDefault: boolean): boolean {
  const named = { ...gates.file, ...gates.flag }
  const isAlpha = (gateNames.ALPHA as readonly string[]).includes(name)
  return named[name] ?? named[isAlpha ? 'AllAlpha' : 'AllBeta'] ?? byDefault
}
