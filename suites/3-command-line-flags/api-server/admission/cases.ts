import type { ObservablePlugin } from '../../../shared/admission/plugins.ts'

/** Returns a case for each plugin, so that a check is declared for each. */
export function cases(plugins: readonly ObservablePlugin[]): Readonly<Record<string, ObservablePlugin>> {
  return Object.fromEntries(plugins.map((plugin) => [plugin, plugin]))
}
