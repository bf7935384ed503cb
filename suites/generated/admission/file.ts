import type { FileValue } from '#kit/launch.ts'
import { admissionFile, type PluginEntry } from '../../shared/admission/plugin-peers.ts'
import type { PluginSettings, PluginsCase, Setting } from './model.ts'
import { rejectsPods } from './oracle.ts'

/** Returns the configuration of a plugin in the documents' words. */
export function configurationOf(name: PluginSettings['name'], setting: Setting): object {
  if (name === 'PodNodeSelector')
    return { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: `from=${setting}` } }
  return {
    apiVersion: 'pod-security.admission.config.orch.io/v1',
    kind: 'PodSecurityConfiguration',
    defaults: { enforce: rejectsPods(setting) ? 'baseline' : 'privileged', 'enforce-version': 'latest' },
  }
}

/** Returns the file of a case. */
export function fileOf(
  { entries, broken }: PluginsCase,
  pathOf: (name: string, content: object) => string | FileValue,
): object {
  return admissionFile(
    entries.map(({ name, path, configuration }): PluginEntry => {
      const isMissing = broken === 'a file that is missing' && name === 'PodSecurity'
      const filePath =
        path && (isMissing ? '/nonexistent/file.yaml' : pathOf(`${name}.yaml`, configurationOf(name, path)))
      return {
        name,
        ...(filePath !== undefined && { path: filePath }),
        ...(configuration && { configuration: configurationOf(name, configuration) }),
      }
    }),
  )
}
