import { type FileValue, file } from '#harness/launch/flags.ts'

/** The configuration with which PodNodeSelector gives every pod this selector. */
export function nodeSelector(selector: string): object {
  return { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: selector } }
}

/** The configuration with which PodSecurity keeps pods of hosts' networks away from every namespace. */
export const baselineSecurity = {
  apiVersion: 'pod-security.admission.config.orch.io/v1',
  kind: 'PodSecurityConfiguration',
  defaults: { enforce: 'baseline', 'enforce-version': 'latest' },
}

/** A configuration as the file that an entry's path names. */
export function atPath(name: string, configuration: object): FileValue {
  return file(`${name}.yaml`, configuration)
}
