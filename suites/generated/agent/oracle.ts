import { type AgentCase, type Field, gateNames, type Value } from './model.ts'

/** What is in effect for a field: a flag wins over drop-in files, these over the file, and that over the default. */
export function effective({ said }: AgentCase, { flag, default: byDefault }: Field): Value {
  const { file, dropIn, flag: byFlag } = said[flag] ?? {}
  return byFlag ?? dropIn ?? file ?? byDefault
}

/** Whether a gate is on: as the flag names it, or the file, or what switches its whole stage, or its default. */
export function isGateOn({ gates }: AgentCase, name: string, byDefault: boolean): boolean {
  const named = { ...gates.file, ...gates.flag }
  const isAlpha = (gateNames.ALPHA as readonly string[]).includes(name)
  return named[name] ?? named[isAlpha ? 'AllAlpha' : 'AllBeta'] ?? byDefault
}
