import type { SourcedValue } from '../../3-command-line-flags/node-agent/sources/sourced-flag.ts'
import { type AgentCase, gateNames, type SourceValues } from './model.ts'

/**
 * Returns the value in effect for a field: a flag overrides drop-in files, these override the file, and that overrides
 * the default.
 * @returns `undefined` without a value in any source and in the documents
 */
export function effectiveSourceValue(
  { file, dropIn, flag }: SourceValues,
  byDefault: SourcedValue | undefined,
): SourcedValue | undefined {
  return flag ?? dropIn ?? file ?? byDefault
}

/**
 * Reports whether a gate is on: according to the flag, else the file, else the switch of its whole stage, else its
 * default.
 */
export function isGateOn({ gates }: AgentCase, name: string, byDefault: boolean): boolean {
  const namedGates = { ...gates.file, ...gates.flag }
  const isAlpha = (gateNames.ALPHA as readonly string[]).includes(name)
  return namedGates[name] ?? namedGates[isAlpha ? 'AllAlpha' : 'AllBeta'] ?? byDefault
}
