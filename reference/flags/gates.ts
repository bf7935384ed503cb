import { bool } from './value-types.ts'
import type { FlagValues } from './flag-values.ts'
import { Refusal } from './refusal.ts'

/** Reports whether a feature gate is on. A gate that the flag does not set has its default. */
export type Gates = (name: string, isOnByDefault: boolean) => boolean

/**
 * Reads `--feature-gates`, whose entries are `component:Name=true` or `Name=true`. Throws a Refusal for another value.
 */
export function featureGates(flags: FlagValues): Gates {
  const gates = new Map<string, boolean>()
  for (const [key, value] of flags.pairs('feature-gates')) {
    const isEnabled = bool(value)
    if (isEnabled !== undefined) gates.set(key.slice(key.indexOf(':') + 1), isEnabled)
    else {
      throw new Refusal(`--feature-gates: ${key} must be true or false, not ${JSON.stringify(value)}`)
    }
  }
  return (name, isOnByDefault) => gates.get(name) ?? isOnByDefault
}
