import { keys } from '../../rows.ts'
import type { Section } from '../../shape.ts'

/** The names that the documents list as enabled by default. */
export const enabledPlugins = [
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'ClusterTrustBundleAttest',
  'DefaultIngressClass',
  'DefaultStorageClass',
  'DefaultTolerationSeconds',
  'LimitRanger',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'NamespaceLifecycle',
  'PersistentVolumeClaimResize',
  'PodSecurity',
  'PodTopologyLabels',
  'Priority',
  'ResourceQuota',
  'RuntimeClass',
  'ServiceAccount',
  'StorageObjectInUseProtection',
  'TaintNodesByCondition',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
] as const

/** The names that the documents list as available but off by default. */
export const disabledPlugins = [
  'AlwaysAdmit',
  'AlwaysDeny',
  'AlwaysPullImages',
  'DenyServiceExternalIPs',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'ImagePolicyWebhook',
  'LimitPodHardAntiAffinityTopology',
  'NamespaceAutoProvision',
  'NamespaceExists',
  'NodeRestriction',
  'OwnerReferencesPermissionEnforcement',
  'PodNodeSelector',
  'PodTolerationRestriction',
] as const

/** The documented admission plugins. */
export const admissionPlugins: readonly string[] = [...enabledPlugins, ...disabledPlugins]

// Plugins that prevent the start of a server, or reject its own objects, without a configuration.
const requiringConfiguration: readonly string[] = ['AlwaysDeny', 'EventRateLimit', 'ImagePolicyWebhook']

/** Plugins with which a server can start without further configuration. */
export const startingPlugins = admissionPlugins.filter((name) => !requiringConfiguration.includes(name))

export const plugins: Section = {
  document: 3,
  section: 'Admission plugins (for `--enable-admission-plugins` and `--disable-admission-plugins`)',
  page: { address: 'reference/access-authn-authz/admission-controllers/' },
  rows: keys(...admissionPlugins),
}
