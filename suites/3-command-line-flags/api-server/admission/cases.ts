import type { SeenPlugin } from '../../../shared/admission/plugins.ts'

/** Returns a case for each plugin, so that a check is declared for each. */
export function cases(plugins: readonly SeenPlugin[]): Readonly<Record<string, SeenPlugin>> {
  return Object.fromEntries(plugins.map((plugin) => [plugin, plugin]))
}
