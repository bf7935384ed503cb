/** A plugin configuration, by its effect on the plugin. */
export type Setting = 'north' | 'northern' | 'South'

/** An entry of the file, with the settings of the file at its path and of its inline object. */
export interface Entry {
  readonly name: 'PodNodeSelector' | 'PodSecurity'
  readonly path?: Setting
  readonly configuration?: Setting
}

/** Faults with which a server refuses to start. */
export const broken = ['a file that is missing', 'no plugin is enabled', 'no plugin is disabled'] as const
export type Broken = (typeof broken)[number]

/** Admission plugin settings of a server, in both flags and the file. */
export interface PluginsCase {
  readonly enabled: readonly string[]
  readonly disabled: readonly string[]
  /** At most one for each plugin; without any there is not a file. */
  readonly entries: readonly Entry[]
  readonly broken?: Broken
}

/** Observed plugins. None of them affects the observation of another. */
export const seen = {
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

/** An observed plugin. */
export type Seen = (typeof seen)['onByDefault' | 'offByDefault'][number]

/** All observed plugins. */
export const allProbed: readonly Seen[] = [...seen.onByDefault, ...seen.offByDefault]
