import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { defaultAdmissionPlugins, type PluginName } from '../flags/admission-plugins.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

/** Plugins that flags enable and disable. */
export interface PluginSelection {
  /** Reports whether a plugin runs; called for each change that concerns the plugin. */
  isOn(name: PluginName): boolean
  /** Reports whether flags and defaults enable the plugin. */
  isMeantOn(name: string): boolean
}

/** Reads the plugin flags. Throws a Refusal for a plugin that is both enabled and disabled. */
export function selectPlugins(flags: FlagValues): PluginSelection {
  const enabledNames = flags.strings('enable-admission-plugins')
  const disabledNames = flags.strings('disable-admission-plugins')
  const contradictoryName = enabledNames.find((name) => disabledNames.includes(name))
  if (contradictoryName !== undefined && !freedom('plugin-in-both-lists-is-off')) {
    throw new Refusal(
      `--enable-admission-plugins and --disable-admission-plugins: ${contradictoryName} stands in both`,
    )
  }
  const isConfiguredOn = (name: string) =>
    !disabledNames.includes(name) && (enabledNames.includes(name) || defaultAdmissionPlugins.includes(name))
  return {
    isMeantOn: isConfiguredOn,
    isOn(name) {
      const isDefault = defaultAdmissionPlugins.includes(name)
      const isEnabled = enabledNames.includes(name)
      if (disabledNames.includes(name)) {
        if (!isDefault) return false
        const isDisableSkipped = disabledNames.indexOf(name) > 0 && fault('only-first-disabled-plugin-counts')
        return isDisableSkipped || fault(`plugin-not-disabled-${name}`)
      }
      if (isDefault) {
        const isDefaultReplaced =
          enabledNames.length > 0 && !isEnabled && fault('enabled-plugins-replace-defaults')
        return !isDefaultReplaced && !fault(`plugin-off-by-default-${name}`)
      }
      if (!isEnabled) return fault(`plugin-on-by-default-${name}`)
      const isEnableSkipped = enabledNames.indexOf(name) > 0 && fault('only-first-enabled-plugin-counts')
      return !isEnableSkipped && !fault(`plugin-not-enabled-${name}`)
    },
  }
}
