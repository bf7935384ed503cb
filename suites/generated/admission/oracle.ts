import { type PluginSettings, type PluginsCase, observedPlugins, type Setting } from './model.ts'

/**
 * Reports whether a plugin is active: it is on by default or enabled, and not disabled. The order of the lists does not
 * matter.
 */
export function isPluginActive(
  { enabled, disabled }: Pick<PluginsCase, 'enabled' | 'disabled'>,
  name: string,
): boolean {
  const isDefault = (observedPlugins.onByDefault as readonly string[]).includes(name)
  return !disabled.includes(name) && (isDefault || enabled.includes(name))
}

/** Returns the configuration of an active plugin: the object of its entry, or else the file at its path. */
export function settingOf(testCase: PluginsCase, name: PluginSettings['name']): Setting | undefined {
  if (!isPluginActive(testCase, name)) return undefined
  const entry = testCase.entries.find((each) => each.name === name)
  return entry?.configuration ?? entry?.path
}

/** Reports whether a PodSecurity setting rejects pods of the hosts' networks in namespaces without labels. */
export function rejectsPods(setting: Setting | undefined): boolean {
  return setting === 'north' || setting === 'South'
}
