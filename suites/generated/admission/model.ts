/** The configuration of a plugin, by what it makes that plugin do. */
export type Setting = 'north' | 'northern' | 'South'

/** An entry of the file: what the file at its path and its own object say. */
export interface Entry {
  readonly name: 'PodNodeSelector' | 'PodSecurity'
  readonly path?: Setting
  readonly configuration?: Setting
}

/** What makes a server refuse to start. */
export const broken = ['a file that is missing', 'no plugin is enabled', 'no plugin is disabled'] as const
export type Broken = (typeof broken)[number]

/** What a server is told of its admission plugins, by both flags and the file. */
export interface PluginsCase {
  readonly enabled: readonly string[]
  readonly disabled: readonly string[]
  /** One for each plugin at most; without any there is no file. */
  readonly entries: readonly Entry[]
  readonly broken?: Broken
}

/** Plugins that are looked at: each leaves alone what shows another one. */
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

/** A plugin that is looked at. */
export type Seen = (typeof seen)['onByDefault' | 'offByDefault'][number]

/** All plugins that are looked at. */
export const allSeen: readonly Seen[] = [...seen.onByDefault, ...seen.offByDefault]
