import { type Entry, type PluginsCase, seen, type Setting } from './model.ts'

/** Whether a plugin acts: it is on by default or enabled, and not disabled; the order of the lists is of no matter. */
export function acts(
  { enabled, disabled }: Pick<PluginsCase, 'enabled' | 'disabled'>,
  name: string,
): boolean {
  const isDefault = (seen.onByDefault as readonly string[]).includes(name)
  return !disabled.includes(name) && (isDefault || enabled.includes(name))
}

/** What configures a plugin that acts: the object of its entry, or else the file at its path. */
export function settingOf(one: PluginsCase, name: Entry['name']): Setting | undefined {
  if (!acts(one, name)) return undefined
  const entry = one.entries.find((each) => each.name === name)
  return entry?.configuration ?? entry?.path
}

/** Whether a setting of PodSecurity keeps pods of the hosts' networks away from namespaces that say nothing. */
export function keepsAway(setting: Setting | undefined): boolean {
  return setting === 'north' || setting === 'South'
}
