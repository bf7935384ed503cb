/** Plugin configuration, by its effect. */
export type Setting = 'north' | 'northern' | 'South'

/** Entry of the file, with the configurations at its path and in its inline object. */
export interface PluginSettings {
  readonly name: 'PodNodeSelector' | 'PodSecurity'
  readonly path?: Setting
  readonly configuration?: Setting
}

/** Defects of a case with which a server refuses to start. */
export const brokenKinds = [
  'a file that is missing',
  'no plugin is enabled',
  'no plugin is disabled',
] as const
export type BrokenKind = (typeof brokenKinds)[number]

/** Admission plugin settings of a server, in both flags and the file. */
export interface PluginsCase {
  readonly enabled: readonly string[]
  readonly disabled: readonly string[]
  /** At most one entry for each plugin; without entries the server has no file. */
  readonly entries: readonly PluginSettings[]
  readonly broken?: BrokenKind
}

/** Observed plugins. No plugin affects the observation of another plugin. */
export const observedPlugins = {
  onByDefault: [
    'CertificateSubjectRestriction',
    'DefaultIngressClass',
    'DefaultStorageClass',
    'DefaultTolerationSeconds',
    'LimitRanger',
    'MutatingAdmissionWebhook',
    'NamespaceLifecycle',
    'PersistentVolumeClaimResize',
    'PodSecurity',
    'Priority',
    'ResourceQuota',
    'RuntimeClass',
    'ServiceAccount',
    'StorageObjectInUseProtection',
    'TaintNodesByCondition',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionWebhook',
  ],
  offByDefault: [
    'AlwaysPullImages',
    'DenyServiceExternalIPs',
    'ExtendedResourceToleration',
    'LimitPodHardAntiAffinityTopology',
    'NamespaceAutoProvision',
    'NodeRestriction',
    'PodNodeSelector',
    'PodTolerationRestriction',
  ],
} as const

export type ObservedPlugin = (typeof observedPlugins)['onByDefault' | 'offByDefault'][number]

export const allProbedPlugins: readonly ObservedPlugin[] = [
  ...observedPlugins.onByDefault,
  ...observedPlugins.offByDefault,
]
