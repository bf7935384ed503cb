import type { SourcedValue } from '../../3-command-line-flags/node-agent/sources/sourced-flag.ts'
import { type AgentCase, gateNames, type SourceValues } from './model.ts'

/**
 * Returns the effective value of a field: a flag overrides drop-in files, drop-in files override the file, and the file
 * overrides the default.
 * @returns `undefined` if no source has a value and the documents state no default
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
