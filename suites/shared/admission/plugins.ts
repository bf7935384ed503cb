import { objectProbes } from './object-probes.ts'
import type { PluginProbe } from './plugin-fixture.ts'
import { podProbes } from './pod-probes.ts'

/** Probes of the plugins whose behaviour is externally visible, by plugin. */
export const pluginProbes = { ...podProbes, ...objectProbes } satisfies Record<string, PluginProbe>

/** A plugin with externally visible behaviour. */
export type ObservablePlugin = keyof typeof pluginProbes

const isObservable = (name: string): name is ObservablePlugin => name in pluginProbes

/** Returns the plugins of a list with externally visible behaviour. */
export function observablePlugins(names: readonly string[]): ObservablePlugin[] {
  return names.filter(isObservable)
}

/** Returns the source of a rule about a list of plugins. */
export function pluginRows(rows: readonly string[], aspect?: string) {
  const section = 'Admission plugins (for `--enable-admission-plugins` and `--disable-admission-plugins`)'
  return { document: 3, section, rows, ...(aspect && { aspect }) } as const
}
