import type { SeenPlugin } from '../../fixtures/plugins/plugins.ts'

/** Faults by name, each with the titles of the checks that it breaks. */
export type Claims = Readonly<Record<string, readonly string[]>>

/** The fault of one sort for each plugin, claimed by the check of that plugin. */
export function perPlugin(
  sort: 'off-by-default' | 'on-by-default' | 'not-enabled' | 'not-disabled',
  plugins: readonly SeenPlugin[],
  title: (plugin: SeenPlugin) => string,
): Claims {
  return Object.fromEntries(plugins.map((plugin) => [`plugin-${sort}-${plugin}`, [title(plugin)]]))
}

/** A case for each plugin, so that a check is declared for each. */
export function cases(plugins: readonly SeenPlugin[]): Readonly<Record<string, SeenPlugin>> {
  return Object.fromEntries(plugins.map((plugin) => [plugin, plugin]))
}
