import { allProbedPlugins, brokenKinds, type PluginSettings, type PluginsCase } from './model.ts'
import { isPluginActive, settingOf } from './oracle.ts'

/** Returns the coverage of a case: active and inactive plugins, repeated names, and the sources of configurations. */
export function coverageOf(testCase: PluginsCase): readonly string[] {
  if (testCase.broken !== undefined) return [`broken: ${testCase.broken}`]
  const { enabled, disabled, entries } = testCase
  return [
    ...allProbedPlugins.map((name) => `${name} ${isPluginActive(testCase, name) ? 'acts' : 'is off'}`),
    ...(isRepeated(enabled) ? ['a name enabled twice'] : []),
    ...(isRepeated(disabled) ? ['a name disabled twice'] : []),
    ...entries.map((entry) => `${entry.name} by ${sourceOf(testCase, entry)}`),
  ]
}

const isRepeated = (names: readonly string[]): boolean => new Set(names).size < names.length

function sourceOf(testCase: PluginsCase, { name, path, configuration }: PluginSettings): string {
  if (settingOf(testCase, name) === undefined) return isPluginActive(testCase, name) ? 'nothing' : 'nobody'
  if (configuration === undefined) return 'path'
  return path === undefined ? 'configuration' : 'both'
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...brokenKinds.map((each) => `broken: ${each}`),
  ...allProbedPlugins.flatMap((name) => [`${name} acts`, `${name} is off`]),
  'a name enabled twice',
  'a name disabled twice',
  ...['PodNodeSelector', 'PodSecurity'].flatMap((name) =>
    ['path', 'configuration', 'both', 'nothing', 'nobody'].map((source) => `${name} by ${source}`),
  ),
]
