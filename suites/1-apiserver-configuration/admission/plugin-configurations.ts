import { file, type FileValue } from '#kit/launch.ts'

/** Returns the configuration with which PodNodeSelector adds a selector to every pod. */
export function nodeSelector(selector: string): object {
  return { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: selector } }
}

/** Configuration with which PodSecurity rejects pods with host networking in every namespace. */
export const baselinePodSecurity = {
  apiVersion: 'pod-security.admission.config.orch.io/v1',
  kind: 'PodSecurityConfiguration',
  defaults: { enforce: 'baseline', 'enforce-version': 'latest' },
}

/** Returns a configuration as the file that the path of an entry names. */
export function fileAtPath(name: string, configuration: object): FileValue {
  return file(`${name}.yaml`, configuration)
}
