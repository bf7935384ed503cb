import { dirname, resolve } from 'node:path'
import { readDocument } from '../../config/read-document.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { type AdmissionConfig, admissionKind } from '../config/admission.ts'
import { loadConfig } from '../config/load.ts'
import { fault } from '../../quirks/quirks.ts'
import { type PluginName, pluginNames } from '../flags/admission-plugins.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Admission } from '../objects/admission.ts'
import type { Plugin, PluginServices } from './plugin.ts'
import { pluginFactories } from './registry.ts'
import { type PluginSelection, selectPlugins } from './selection.ts'

/** Plugins that have no effect, or cannot be created, without a configuration. */
const pluginsWithConfig: readonly PluginName[] = ['ImagePolicyWebhook', 'EventRateLimit']

/** Creates the chain of admission plugins from flags and file. Throws a Refusal for an invalid configuration. */
export async function configureAdmission(services: Omit<PluginServices, 'config'>): Promise<Admission> {
  const { flags } = services
  const selection = selectPlugins(flags)
  const configs = await pluginConfigs(flags, selection)
  const plugins = new Map<PluginName, Plugin>()
  for (const name of orderedNames(flags)) {
    if (pluginsWithConfig.includes(name) && !selection.isMeantOn(name) && !configs.has(name)) continue
    // Sequential: there are few plugins, and the order matters.
    plugins.set(name, await pluginFactories[name]({ ...services, config: configs.get(name) }))
  }
  return async (proposal) => {
    let object = proposal.object ?? proposal.before ?? {}
    for (const [name, plugin] of plugins) {
      const currentProposal = { ...proposal, object: proposal.object === undefined ? undefined : object }
      // Sequential: each plugin receives the result of the earlier plugins.
      if (plugin.concerns(currentProposal) && selection.isOn(name))
        object = await plugin.admit(currentProposal, object)
    }
    return proposal.object === undefined ? undefined : object
  }
}

/** Returns the enabled plugins in their order. The order of flags does not matter, except with a fault. */
function orderedNames(flags: FlagValues): readonly PluginName[] {
  const enabledNames = flags.strings('enable-admission-plugins')
  const documentedOrder = pluginNames.filter((name) => enabledNames.includes(name))
  const flagOrder = enabledNames.flatMap((name) =>
    documentedOrder.filter((documentedName) => documentedName === name),
  )
  const isReordered = flagOrder.some((name, index) => name !== documentedOrder[index])
  if (!isReordered || !fault('plugins-run-in-flag-order')) return pluginNames
  return [...flagOrder, ...pluginNames.filter((name) => !flagOrder.includes(name))]
}

async function pluginConfigs(
  flags: FlagValues,
  selection: PluginSelection,
): Promise<ReadonlyMap<string, Json>> {
  const file = flags.string('admission-control-config-file')
  const configs = new Map<string, Json>()
  if (file === undefined) return configs
  const { plugins = [] } = await loadConfig(file, admissionKind)
  const effectivePlugins =
    plugins.length > 1 && fault('only-first-admission-entry-used') ? plugins.slice(0, 1) : plugins
  for (const { name = '', path, configuration } of effectivePlugins) {
    if (configs.has(name)) continue
    if (!selection.isMeantOn(name) && fault('admission-entry-of-plugin-off-refused')) {
      throw new Refusal(`${file}: ${name} is off`)
    }
    // A disabled plugin needs no file.
    const pluginConfig = selection.isMeantOn(name)
      ? { path, configuration }
      : { path: undefined, configuration }
    const config = configOf(pluginConfig, dirname(file))
    if (config !== undefined) configs.set(name, config)
  }
  return configs
}

type Entry = Pick<NonNullable<AdmissionConfig['plugins']>[number], 'path' | 'configuration'>

function configOf({ path, configuration }: Entry, directory: string): Json | undefined {
  const readConfigFile = () => readDocument(resolve(directory, path ?? ''))
  if (configuration !== undefined) {
    if (path !== undefined && fault('admission-path-beats-configuration')) return readConfigFile()
    return fault('admission-configuration-ignored') ? undefined : configuration
  }
  if (path === undefined || fault('admission-path-ignored')) return undefined
  return readConfigFile()
}
