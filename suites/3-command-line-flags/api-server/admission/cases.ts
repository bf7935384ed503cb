import type { ObservablePlugin } from '../../../shared/admission/plugins.ts'

/** Returns the plugins by their names, as cases of checks. */
export function cases(plugins: readonly ObservablePlugin[]): Readonly<Record<string, ObservablePlugin>> {
  return Object.fromEntries(plugins.map((plugin) => [plugin, plugin]))
}
